using System;
using System.Collections.Generic;

namespace PlayerSupportClient
{
    /// <summary>Tickets and their conversations.</summary>
    public sealed class TicketCalls
    {
        private readonly PlayerSupport support;

        internal TicketCalls(PlayerSupport support)
        {
            this.support = support;
        }

        /// <summary>
        /// Stores a ticket with its files, and sends it exactly once, also after a restart. Returns
        /// the id of its entry in the outbox. Null: it is not kept, because the outbox is full or
        /// the storage cannot be opened; an error event says why. Throws ArgumentException for a
        /// missing type, subject or message, answers without a FormVersion, or six files.
        /// </summary>
        public string Create(NewTicket ticket)
        {
            if (ticket == null || ticket.Type == null || ticket.Subject == null || ticket.Message == null)
                throw new ArgumentException("A ticket needs Type, Subject and Message.");
            if (ticket.Answers != null && ticket.FormVersion == null)
                throw new ArgumentException("Answers need the FormVersion of their type from TicketTypes.");
            var body = new JsonObject
            {
                { "type", ticket.Type }, { "subject", ticket.Subject }, { "message", ticket.Message },
            };
            if (ticket.FormVersion != null) body["formVersion"] = (long)ticket.FormVersion.Value;
            if (ticket.Answers != null)
            {
                var fields = new JsonObject();
                foreach (KeyValuePair<string, object> answer in ticket.Answers) fields[answer.Key] = answer.Value;
                // Throws for a value that JSON does not have.
                Json.Text(fields);
                body["fields"] = fields;
            }
            return Add(EntryKind.Create, null, body, ticket.Files);
        }

        /// <summary>
        /// Replies in a ticket. It is sent like a new ticket, after earlier replies in the ticket.
        /// </summary>
        /// <param name="ticketId">For a ticket that is not sent yet, the id of its entry.</param>
        public string Reply(string ticketId, string message, List<NewFile> files = null)
        {
            if (string.IsNullOrEmpty(ticketId) || message == null)
                throw new ArgumentException("A reply needs a ticket id and a message.");
            return Add(EntryKind.Reply, ticketId, new JsonObject { { "message", message } }, files);
        }

        private string Add(EntryKind kind, string ticketId, JsonObject body, List<NewFile> files)
        {
            PlayerSupportClient.Outbox.Check(files);
            Player player = support.Current;
            return player == null ? null : player.Outbox.Add(kind, ticketId, body, files);
        }

        /// <summary>The tickets, latest activity first, at most 100.</summary>
        public void List(Action<List<TicketSummary>, SupportError> done)
        {
            string path = "/api/v1/player/tickets?projectPublicKey=" + Service.Escape(support.ProjectPublicKey);
            support.Get(path, new[] { "tickets[]" }, done,
                body => Models.WithId(body, "tickets").ConvertAll(TicketSummary.FromJson));
        }

        /// <summary>
        /// A ticket with its messages. The team's replies count as read from then on.
        /// </summary>
        public void Get(string ticketId, Action<Ticket, SupportError> done)
        {
            support.Get("/api/v1/tickets/" + Service.Escape(ticketId), new[] { "id", "messages[]" }, done,
                Ticket.FromJson);
        }
    }

    /// <summary>Replies, announcements and direct messages.</summary>
    public sealed class InboxCalls
    {
        private readonly PlayerSupport support;

        internal InboxCalls(PlayerSupport support)
        {
            this.support = support;
        }

        /// <summary>The newest 50 messages, newest first.</summary>
        public void Messages(Action<List<InboxMessage>, SupportError> done)
        {
            support.Messages(done);
        }

        /// <summary>Marks a message as read. Repeats have no effect.</summary>
        /// <param name="done">Gets null, or the error. It can be missing.</param>
        public void MarkRead(string messageId, Action<SupportError> done = null)
        {
            if (string.IsNullOrEmpty(messageId)) throw new ArgumentException("A message id is missing.");
            support.MarkRead(messageId, done ?? (error => { }));
        }

        /// <summary>The unread messages that the client knows. 0 before the first poll.</summary>
        public int UnreadCount
        {
            get { return support.UnreadCount; }
        }
    }

    /// <summary>What waits to be sent, what failed, and the newest 20 sent texts.</summary>
    public sealed class OutboxCalls
    {
        private readonly PlayerSupport support;

        internal OutboxCalls(PlayerSupport support)
        {
            this.support = support;
        }

        /// <summary>Oldest first.</summary>
        public List<OutboxEntry> Entries()
        {
            Player player = support.Current;
            return player == null ? new List<OutboxEntry>() : player.Outbox.Entries();
        }

        /// <summary>Sends a failed entry again; for a ticket, its failed replies too.</summary>
        public void Retry(string entryId)
        {
            Player player = support.Current;
            if (player != null) player.Outbox.RetryFailed(entryId);
        }

        /// <summary>Removes a failed entry.</summary>
        public void Discard(string entryId)
        {
            Player player = support.Current;
            if (player != null) player.Outbox.Discard(entryId);
        }

        /// <summary>Tries all that waits now, except what the server told to wait.</summary>
        public void SendNow()
        {
            Player player = support.Current;
            if (player != null) player.Outbox.SendNow();
        }
    }
}
