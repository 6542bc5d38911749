using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.UI;

namespace PlayerSupportClient
{
    /// <summary>
    /// The pages of the panel that show what the server has: tickets, a conversation, the inbox.
    /// </summary>
    internal sealed class SupportLists
    {
        private const int MaxMessage = 4000;

        /// <summary>Between two loads of a page that has changed.</summary>
        private const float ReloadSeconds = 2;

        private readonly PlayerSupport support;
        private readonly Ui ui;
        private readonly SupportPanelTexts texts;
        private readonly RectTransform content;

        /// <summary>
        /// Loads and shows the current page. Null: another page of the panel is shown.
        /// </summary>
        private Action show;

        /// <summary>A late answer of a page that was left must not be shown.</summary>
        private int visit;
        private InputField replyField;
        private float nextReload;

        /// <summary>Replies that were written and not sent, by ticket.</summary>
        private readonly Dictionary<string, string> drafts = new Dictionary<string, string>();

        /// <summary>Something has changed.</summary>
        public bool IsStale;

        public SupportLists(PlayerSupport support, Ui ui, SupportPanelTexts texts, RectTransform content)
        {
            this.support = support;
            this.ui = ui;
            this.texts = texts;
            this.content = content;
        }

        public void Leave()
        {
            show = null;
            visit++;
        }

        public void ShowAgainIfStale()
        {
            // The field would lose what is being typed.
            if (!IsStale || show == null || (replyField != null && replyField.isFocused)) return;
            // A large file tells of each part.
            if (Time.unscaledTime < nextReload) return;
            nextReload = Time.unscaledTime + ReloadSeconds;
            IsStale = false;
            show();
        }

        public void ShowTickets()
        {
            Visit(LoadTickets);
        }

        public void ShowInbox()
        {
            Visit(LoadInbox);
        }

        public void ShowTicket(string ticketId)
        {
            Visit(() => LoadTicket(ticketId));
        }

        private void Visit(Action page)
        {
            Leave();
            show = page;
            ui.Clear(content);
            ui.Label(content, texts.Loading, true);
            page();
        }

        /// <summary>Calls it unless the player has gone to another page.</summary>
        private Action<T, SupportError> IfStillHere<T>(Action<T, SupportError> then)
        {
            int now = visit;
            return (result, error) =>
            {
                if (now != visit) return;
                replyField = null;
                ui.Clear(content);
                then(result, error);
            };
        }

        private void LoadTickets()
        {
            support.Tickets.List(IfStillHere<List<TicketSummary>>((tickets, error) =>
            {
                foreach (OutboxEntry entry in support.Outbox.Entries())
                {
                    bool isWaiting = entry.Kind == EntryKind.Create && entry.State != EntryState.Sent;
                    if (isWaiting || entry.State == EntryState.Failed) ShowEntry(entry);
                }
                if (error != null) ui.Label(content, texts.Offline, true);
                else foreach (TicketSummary ticket in tickets) ShowTicketLine(ticket);
                ShowIfEmpty();
            }));
        }

        private void ShowTicketLine(TicketSummary ticket)
        {
            string unread = ticket.UnreadCount > 0 ? " (" + ticket.UnreadCount + ")" : "";
            string text = ticket.Subject + " - " + ticket.Status + unread;
            ui.NewButton(content, text, () => ShowTicket(ticket.Id));
        }

        private void ShowIfEmpty()
        {
            if (content.childCount == 0) ui.Label(content, texts.Nothing, true);
        }

        /// <summary>A text on its way, or one that the server has refused.</summary>
        private void ShowEntry(OutboxEntry entry)
        {
            bool isFailed = entry.State == EntryState.Failed;
            string state = isFailed ? texts.Failed + entry.Error.Message : texts.Waiting;
            ui.Label(content, (entry.Subject ?? entry.Message) + " - " + state, true);
            foreach (OutboxFile file in entry.Files)
                if (file.Error != null) ui.Label(content, texts.FileMissing + file.Name, true);
            if (!isFailed) return;
            RectTransform row = ui.Row(content);
            ui.NewButton(row, texts.Retry, () =>
            {
                support.Outbox.Retry(entry.Id);
                IsStale = true;
            });
            ui.NewButton(row, texts.Discard, () =>
            {
                support.Outbox.Discard(entry.Id);
                IsStale = true;
            });
        }

        private void LoadTicket(string ticketId)
        {
            support.Tickets.Get(ticketId, IfStillHere<Ticket>((ticket, error) =>
            {
                if (error != null)
                {
                    ui.Label(content, error.Status == 0 ? texts.Offline : error.Message, true);
                    return;
                }
                ui.Label(content, ticket.Subject);
                foreach (TicketMessage message in ticket.Messages) ShowMessage(message);
                foreach (OutboxEntry entry in support.Outbox.Entries())
                    if (entry.TicketId == ticketId && entry.State != EntryState.Sent) ShowEntry(entry);
                if (ticket.Status == "closed") ui.Label(content, texts.Closed, true);
                else ShowReplyField(ticketId);
            }));
        }

        private void ShowMessage(TicketMessage message)
        {
            ui.Label(content, message.AuthorType == "player" ? texts.You : texts.Team, true);
            ui.Label(content, message.Message);
            foreach (Attachment file in message.Attachments) ui.Label(content, texts.File + file.Name, true);
        }

        private void ShowReplyField(string ticketId)
        {
            string draft;
            drafts.TryGetValue(ticketId, out draft);
            replyField = ui.Input(content, texts.ReplyHere, draft ?? "", MaxMessage, 3,
                text => drafts[ticketId] = text);
            ui.NewButton(content, texts.Send, () => SendReply(ticketId));
        }

        private void SendReply(string ticketId)
        {
            string text;
            drafts.TryGetValue(ticketId, out text);
            if (string.IsNullOrEmpty(text) || text.Trim() == "") return;
            if (support.Tickets.Reply(ticketId, text.Trim()) == null)
            {
                ui.Label(content, texts.NotKept, true);
                return;
            }
            drafts.Remove(ticketId);
            ShowTicket(ticketId);
        }

        private void LoadInbox()
        {
            support.Inbox.Messages(IfStillHere<List<InboxMessage>>((messages, error) =>
            {
                if (error != null) ui.Label(content, texts.Offline, true);
                else foreach (InboxMessage message in messages) ShowInboxMessage(message);
                ShowIfEmpty();
            }));
        }

        private void ShowInboxMessage(InboxMessage message)
        {
            ui.Label(content, message.Title, message.ReadAt != null);
            ui.Label(content, message.Body, message.ReadAt != null);
            if (message.ReadAt == null) support.Inbox.MarkRead(message.Id);
            if (message.TicketId != null)
                ui.NewButton(content, texts.Tickets + ": " + message.Title, () => ShowTicket(message.TicketId));
        }
    }
}
