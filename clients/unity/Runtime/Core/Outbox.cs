using System;
using System.Collections.Generic;
using System.IO;

namespace PlayerSupportClient
{
    /// <summary>
    /// Sends texts exactly once, each ticket's in order: stored first, then sent with the same key.
    /// </summary>
    internal sealed class Outbox
    {
        private const string Folder = "outbox/";
        private const string FilesFolder = "files/";

        /// <summary>More are refused, so that they never fill the storage.</summary>
        private const int MaxUnsent = 200;
        private const int MaxSent = 20;
        private const int MaxFiles = 5;

        /// <summary>
        /// The server remembers keys for 7 days. It could accept older entries twice.
        /// </summary>
        private const double MaxRetryMs = 6 * 86400000.0;

        private readonly Player player;

        /// <summary>Oldest first.</summary>
        private readonly List<OutboxEntry> entries = new List<OutboxEntry>();

        /// <summary>The tickets of entries that this run knows as sent.</summary>
        private readonly Dictionary<string, string> created = new Dictionary<string, string>();
        private readonly Dictionary<string, Retry> retries = new Dictionary<string, Retry>();

        /// <summary>Tickets whose next message waits for its files.</summary>
        private readonly HashSet<string> uploading = new HashSet<string>();
        private readonly Uploads uploads;
        private long nextNumber;
        private bool isSending;

        /// <summary>For a ticket's entries. Times are of the monotonic clock.</summary>
        private sealed class Retry
        {
            public int Failures;
            public double DueAt;

            /// <summary>The server told to wait.</summary>
            public double BlockedUntil;
        }

        /// <summary>Throws if the storage fails.</summary>
        public Outbox(Player player, int partBytes)
        {
            this.player = player;
            uploads = new Uploads(player, this, partBytes);
            foreach (string name in player.Folder.List(Folder))
            {
                long number;
                if (!long.TryParse(Path.GetFileNameWithoutExtension(name), out number)) continue;
                nextNumber = Math.Max(nextNumber, number + 1);
                OutboxEntry entry = OutboxEntry.FromJson(player.Folder.ReadJson(Folder + name));
                // A damaged one is lost, and no other.
                if (entry == null || Find(entry.Id) != null) continue;
                entry.Number = number;
                entries.Add(entry);
                RememberTicket(entry);
            }
            RemoveUnneededFiles();
        }

        /// <summary>Those that a kill left.</summary>
        private void RemoveUnneededFiles()
        {
            foreach (string name in player.Folder.List(FilesFolder))
            {
                OutboxEntry entry = Find(name.Split('-')[0]);
                if (entry == null || entry.State == EntryState.Sent) player.Folder.Remove(FilesFolder + name);
            }
        }

        public List<OutboxEntry> Entries()
        {
            return entries.ConvertAll(Snapshot);
        }

        /// <summary>Null, and an error event, if there are too many entries.</summary>
        public string Add(EntryKind kind, string ticketId, JsonObject body, List<NewFile> files)
        {
            if (entries.FindAll(one => one.State != EntryState.Sent).Count >= MaxUnsent)
            {
                player.Tell.Error(SupportError.Local("outbox-full", MaxUnsent + " entries are pending or failed."));
                return null;
            }
            var entry = new OutboxEntry
            {
                Id = Chance.Id(),
                Kind = kind,
                Body = body,
                Files = new List<OutboxFile>(),
                State = EntryState.Queued,
                WrittenAt = DateTime.UtcNow,
                Number = nextNumber++,
            };
            entry.TicketId = kind == EntryKind.Create ? entry.Id : TicketOf(ticketId);
            // Files first: then every stored entry has its files.
            foreach (NewFile file in files ?? new List<NewFile>()) AddFile(entry, file);
            entries.Add(entry);
            Save(entry);
            player.Tell.Outbox(Snapshot(entry));
            return entry.Id;
        }

        public static void Check(List<NewFile> files)
        {
            if (files != null && files.Count > MaxFiles)
                throw new ArgumentException("A message has at most " + MaxFiles + " files.");
            foreach (NewFile file in files ?? new List<NewFile>())
                if (file == null || (file.Bytes == null && string.IsNullOrEmpty(file.Path)))
                    throw new ArgumentException("A file needs Bytes or a Path.");
        }

        private void AddFile(OutboxEntry entry, NewFile given)
        {
            var file = new OutboxFile { Name = given.Name ?? "file", Type = given.Type ?? "" };
            int index = entry.Files.Count;
            entry.Files.Add(file);
            byte[] bytes = given.Bytes;
            try
            {
                if (bytes == null) bytes = File.ReadAllBytes(given.Path);
            }
            catch (Exception error)
            {
                file.Error = SupportError.Local("file-lost", error.Message);
                return;
            }
            file.Size = bytes.Length;
            file.IsStored = player.Folder.Save(FileName(entry, index), () => bytes, () =>
            {
                file.IsStored = true;
                player.Tell.Outbox(Snapshot(entry));
            });
        }

        public static string FileName(OutboxEntry entry, int index)
        {
            return FilesFolder + entry.Id + "-" + index;
        }

        private void Save(OutboxEntry entry)
        {
            Action storedLater = () =>
            {
                if (entry.IsStored) return;
                entry.IsStored = true;
                player.Tell.Outbox(Snapshot(entry));
            };
            if (player.Folder.Save(NameOf(entry), () => Json.Bytes(entry.ToJson()), storedLater)) entry.IsStored = true;
        }

        private static string NameOf(OutboxEntry entry)
        {
            return Folder + entry.Number.ToString("D12") + ".json";
        }

        /// <summary>Stores what has changed, and tells it.</summary>
        public void Changed(OutboxEntry entry)
        {
            Save(entry);
            player.Tell.Outbox(Snapshot(entry));
        }

        private OutboxEntry Find(string id)
        {
            return entries.Find(one => one.Id == id);
        }

        private string TicketOf(string id)
        {
            string ticket;
            return created.TryGetValue(id, out ticket) ? ticket : id;
        }

        private void RememberTicket(OutboxEntry entry)
        {
            if (entry.Kind == EntryKind.Create && entry.State == EntryState.Sent) created[entry.Id] = entry.TicketId;
        }

        /// <summary>
        /// The stored entry may still name the entry that has created its ticket.
        /// </summary>
        private OutboxEntry Snapshot(OutboxEntry entry)
        {
            OutboxEntry copy = entry.Copy();
            copy.TicketId = TicketOf(entry.TicketId);
            return copy;
        }

        /// <summary>Makes due what the server did not tell to wait.</summary>
        public void SendNow()
        {
            foreach (Retry retry in retries.Values) retry.DueAt = Math.Min(retry.DueAt, retry.BlockedUntil);
        }

        public void Update()
        {
            while (!isSending && SendNext()) { }
        }

        /// <summary>False if nothing is due.</summary>
        private bool SendNext()
        {
            // One time for all: otherwise a ticket's second entry could be due before the first.
            double now = player.Clock.Monotonic;
            foreach (OutboxEntry entry in entries)
            {
                if (!entry.IsPending) continue;
                string ticket = TicketOf(entry.TicketId);
                Retry retry;
                bool waits = retries.TryGetValue(ticket, out retry) && retry.DueAt > now;
                if (waits || uploading.Contains(ticket)) continue;
                Begin(entry, ticket);
                return true;
            }
            return false;
        }

        private void Begin(OutboxEntry entry, string ticket)
        {
            OutboxEntry creation = entry.Kind == EntryKind.Create ? null : Find(entry.TicketId);
            if (creation != null && creation.State == EntryState.Failed) Fail(entry, creation.Error);
            else if (entry.Files.Count > 0 && entry.Body.List("attachments") == null) Upload(entry, ticket);
            else if (!player.ServerClock.IsKnown) AskForTime(entry);
            else if (entry.TriedAt != null && player.ServerClock.Now - entry.TriedAt > MaxRetryMs)
                Fail(entry, SupportError.Local("outbox-expired"));
            else if (uploads.ForgetOld(entry)) Changed(entry);
            else Send(entry);
        }

        /// <summary>Only the entries of this ticket wait.</summary>
        private void Upload(OutboxEntry entry, string ticket)
        {
            uploading.Add(ticket);
            uploads.Send(entry, error =>
            {
                uploading.Remove(ticket);
                if (error == null) retries.Remove(ticket);
                else if (!error.IsCancelled) Later(entry, error);
            });
        }

        /// <summary>The ages of entries need the server's time, which any response tells.</summary>
        private void AskForTime(OutboxEntry entry)
        {
            isSending = true;
            player.Session.Call(player.Inbox.Request(), (response, error) =>
            {
                isSending = false;
                if (error != null && !error.IsCancelled) Later(entry, error);
            });
        }

        private void Send(OutboxEntry entry)
        {
            isSending = true;
            entry.State = EntryState.Sending;
            if (entry.TriedAt == null)
            {
                // Stored first: the server may have it from now on.
                entry.TriedAt = player.ServerClock.Now;
                Save(entry);
            }
            player.Tell.Outbox(Snapshot(entry));
            Request request = RequestOf(entry);
            player.Session.Call(request, (response, error) =>
            {
                isSending = false;
                if (error == null) Sent(entry, response.Body);
                else if (error.IsCancelled) entry.State = EntryState.Queued;
                else if (error.IsFinalFor(request.Path)) Fail(entry, error);
                else Later(entry, error);
            });
        }

        private Request RequestOf(OutboxEntry entry)
        {
            var body = new JsonObject();
            foreach (KeyValuePair<string, object> pair in entry.Body) body[pair.Key] = pair.Value;
            if (entry.Kind == EntryKind.Create) body["projectPublicKey"] = player.ProjectPublicKey;
            string ticket = Service.Escape(TicketOf(entry.TicketId));
            return new Request
            {
                Path = "/api/v1/tickets" + (entry.Kind == EntryKind.Create ? "" : "/" + ticket + "/messages"),
                Body = Json.Bytes(body),
                Headers = { { "Idempotency-Key", entry.Id } },
                Expects = new[] { entry.Kind == EntryKind.Create ? "ticketId" : "messageId" },
            };
        }

        private void Sent(OutboxEntry entry, JsonObject result)
        {
            retries.Remove(TicketOf(entry.TicketId));
            if (entry.Kind == EntryKind.Create) entry.TicketId = result.Text("ticketId");
            entry.State = EntryState.Sent;
            entry.LastError = null;
            uploads.TellRefused(entry, result);
            RememberTicket(entry);
            Changed(entry);
            RemoveFiles(entry);
            DropOldSent();
            player.Tell.Ticket(TicketOf(entry.TicketId));
            player.Inbox.PollSoon();
        }

        private void DropOldSent()
        {
            List<OutboxEntry> sent = entries.FindAll(one => one.State == EntryState.Sent);
            for (int index = 0; index < sent.Count - MaxSent; index++)
            {
                string id = sent[index].Id;
                // A reply on the disk may still name the entry of its ticket.
                if (!entries.Exists(one => one.State != EntryState.Sent && one.TicketId == id)) Remove(sent[index]);
            }
        }

        private void Remove(OutboxEntry entry)
        {
            entries.Remove(entry);
            player.Folder.Remove(NameOf(entry));
            RemoveFiles(entry);
        }

        private void RemoveFiles(OutboxEntry entry)
        {
            for (int index = 0; index < entry.Files.Count; index++) player.Folder.Remove(FileName(entry, index));
        }

        private void Fail(OutboxEntry entry, SupportError error)
        {
            retries.Remove(TicketOf(entry.TicketId));
            entry.State = EntryState.Failed;
            entry.Error = error;
            entry.LastError = error;
            Changed(entry);
        }

        private void Later(OutboxEntry entry, SupportError error)
        {
            string ticket = TicketOf(entry.TicketId);
            Retry retry;
            if (!retries.TryGetValue(ticket, out retry)) retries[ticket] = retry = new Retry();
            double now = player.Clock.Monotonic;
            double wait = error.RetryAfter ?? 0;
            retry.DueAt = now + Times.BackOff(retry.Failures++, wait);
            retry.BlockedUntil = now + wait * 1000;
            entry.State = EntryState.Queued;
            entry.LastError = error;
            player.Tell.Outbox(Snapshot(entry));
            player.Tell.Error(error);
        }

        public void Discard(string id)
        {
            OutboxEntry entry = Find(id);
            if (entry != null && entry.State == EntryState.Failed) Remove(entry);
        }

        /// <summary>Sends a failed entry again; for a ticket, its failed replies too.</summary>
        public void RetryFailed(string id)
        {
            foreach (OutboxEntry entry in entries)
            {
                if (entry.State != EntryState.Failed || (entry.Id != id && entry.TicketId != id)) continue;
                entry.State = EntryState.Queued;
                entry.Error = null;
                entry.LastError = null;
                entry.TriedAt = null;
                Changed(entry);
            }
        }
    }
}
