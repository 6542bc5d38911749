using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    /// <summary>Polls as often as the server says, and tells each message as new once.</summary>
    internal sealed class Inbox
    {
        private const string FileName = "inbox.json";
        private const string MessagesPath = "/api/v1/player/inbox";

        /// <summary>Polls overlap by this time: a message may have been saved late.</summary>
        private const double OverlapMs = 30000;
        private const int MaxMessages = 100;
        private const int MaxTold = 200;

        /// <summary>
        /// The service sends 50. To compare a hundred thousand would stop the game.
        /// </summary>
        private const int MaxReceived = 200;

        /// <summary>After the player wrote: the team may reply soon.</summary>
        private const double AfterWritingMs = 15000;
        private const double DefaultDelaySeconds = 60;
        private const double MaxDelaySeconds = 86400;

        /// <summary>Clients whose network returns together poll within this time.</summary>
        private const double WakeSpreadMs = 2000;

        /// <summary>Another one could never be sent, so that each poll would fail.</summary>
        private static readonly Regex TagForm = new Regex(@"^[ -~]{1,200}\z");

        private readonly Player player;

        /// <summary>Newest first.</summary>
        private List<InboxMessage> messages = new List<InboxMessage>();

        /// <summary>Ids, also from earlier runs, oldest first.</summary>
        private readonly List<object> told = new List<object>();
        private string etag;
        private double since;
        private double delaySeconds = DefaultDelaySeconds;
        private int failures;
        private double dueAt = double.NegativeInfinity;
        private bool isPolling;

        /// <summary>
        /// The last poll got no response: the next one can come as soon as the network is back.
        /// </summary>
        private bool isOffline;

        /// <summary>The longest time from the current poll to the next one.</summary>
        private double nextWithin = double.PositiveInfinity;

        public int UnreadCount { get; private set; }

        /// <summary>Throws if the storage fails.</summary>
        public Inbox(Player player)
        {
            this.player = player;
            JsonObject stored = player.Folder.ReadJson(FileName);
            List<object> ids = stored == null ? null : stored.List("told");
            if (ids != null) told.AddRange(ids.FindAll(id => id is string));
        }

        public Request Request(string query = "")
        {
            string project = Service.Escape(player.ProjectPublicKey);
            return new Request
            {
                Method = "GET",
                Path = MessagesPath + "?projectPublicKey=" + project + query,
                Expects = new[] { "messages[]" },
            };
        }

        /// <summary>The game has started or resumed the client.</summary>
        public void Wake()
        {
            if (isOffline) dueAt = Math.Min(dueAt, player.Clock.Monotonic + Chance.Share() * WakeSpreadMs);
        }

        public void Update()
        {
            if (!isPolling && player.Clock.Monotonic >= dueAt) Poll();
        }

        /// <summary>The player wrote.</summary>
        public void PollSoon()
        {
            if (isPolling) nextWithin = AfterWritingMs;
            else if (failures == 0) dueAt = Math.Min(dueAt, player.Clock.Monotonic + AfterWritingMs);
        }

        private void Poll()
        {
            isPolling = true;
            Request request = Request(since > 0 ? "&since=" + Service.Escape(Times.Iso(since)) : "");
            if (etag != null) request.Headers["If-None-Match"] = etag;
            player.Session.Call(request, (response, error) =>
            {
                isPolling = false;
                if (error == null) Polled(response);
                else if (!error.IsCancelled) Failed(error);
                // Or a game that stops and starts again and again would poll each time.
                else dueAt = player.Clock.Monotonic + Math.Min(delaySeconds * 1000, AfterWritingMs);
            });
        }

        private void Polled(Response response)
        {
            if (response.Status != 304)
            {
                // An integer can be a string of digits.
                double seconds = response.Body.Number("nextPollAfterSeconds") ?? DefaultDelaySeconds;
                delaySeconds = Math.Min(Math.Max(seconds, 1), MaxDelaySeconds);
                Receive(response.Body);
                // Only now: a 304 for this tag means that the inbox has all messages.
                response.Headers.TryGetValue("ETag", out etag);
                if (etag != null && !TagForm.IsMatch(etag)) etag = null;
            }
            // Spread, more so after a failure: many clients recover in the same minute.
            double wait = delaySeconds * 1000 * (1 + Chance.Share() * (failures > 0 ? 1 : 0.1));
            dueAt = player.Clock.Monotonic + Math.Min(wait, nextWithin);
            failures = 0;
            isOffline = false;
            nextWithin = double.PositiveInfinity;
        }

        private void Failed(SupportError error)
        {
            dueAt = player.Clock.Monotonic + Times.BackOff(failures++, error.RetryAfter ?? 0);
            isOffline = error.Status == 0 && error.RetryAfter == null;
            player.Tell.Error(error);
        }

        /// <summary>
        /// Tells each new message once, also over restarts: stored first, then told.
        /// </summary>
        public List<InboxMessage> Receive(JsonObject body)
        {
            List<InboxMessage> received = Models.WithId(body, "messages").ConvertAll(InboxMessage.FromJson);
            if (received.Count > MaxReceived) received.RemoveRange(MaxReceived, received.Count - MaxReceived);
            List<InboxMessage> fresh = received.FindAll(one => !told.Contains(one.Id));
            Remember(received);
            foreach (InboxMessage one in received)
            {
                DateTime? changed = one.ReadAt ?? one.CreatedAt;
                if (changed != null) since = Math.Max(since, Times.Milliseconds(changed.Value) - OverlapMs);
            }
            if (fresh.Count == 0) return received;
            fresh.Reverse();
            foreach (InboxMessage one in fresh) told.Add(one.Id);
            if (told.Count > MaxTold) told.RemoveRange(0, told.Count - MaxTold);
            player.Folder.Save(FileName, () => Json.Bytes(new JsonObject { { "told", told } }));
            foreach (InboxMessage one in fresh)
            {
                if (one.ReadAt != null) continue;
                player.Tell.Message(one);
                if (one.TicketId != null) player.Tell.Ticket(one.TicketId);
            }
            return received;
        }

        private void Remember(List<InboxMessage> received)
        {
            var all = new List<InboxMessage>(messages);
            foreach (InboxMessage one in received)
            {
                int index = all.FindIndex(other => other.Id == one.Id);
                // A late response must not make a read message unread.
                if (index >= 0 && one.ReadAt == null) one.ReadAt = all[index].ReadAt;
                if (index >= 0) all[index] = one;
                else all.Add(one);
            }
            all.Sort((one, other) => Nullable.Compare(other.CreatedAt, one.CreatedAt));
            if (all.Count > MaxMessages) all.RemoveRange(MaxMessages, all.Count - MaxMessages);
            messages = all;
            int count = all.FindAll(one => one.ReadAt == null).Count;
            if (count == UnreadCount) return;
            UnreadCount = count;
            player.Tell.Unread(count);
        }

        public void MarkRead(string id, Action<SupportError> done)
        {
            var request = new Request
            {
                Path = MessagesPath + "/" + Service.Escape(id) + "/read",
                Expects = new[] { "readAt" },
            };
            player.Session.Call(request, (response, error) =>
            {
                InboxMessage known = messages.Find(one => one.Id == id);
                if (error == null && known != null)
                {
                    known.ReadAt = Models.Time(response.Body, "readAt") ?? DateTime.UtcNow;
                    Remember(new List<InboxMessage> { known });
                }
                done(error);
            });
        }
    }
}
