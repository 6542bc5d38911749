using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    public enum EntryKind { Create, Reply }

    public enum EntryState { Queued, Sending, Sent, Failed }

    /// <summary>A ticket or a reply on its way to the server, as it is at this moment.</summary>
    public sealed class OutboxEntry
    {
        /// <summary>Also its Idempotency-Key, by which the server recognizes a repeat.</summary>
        public string Id { get; internal set; }

        public EntryKind Kind { get; internal set; }

        /// <summary>The ticket, or the id of the entry that will create it.</summary>
        public string TicketId { get; internal set; }

        public EntryState State { get; internal set; }

        /// <summary>
        /// The storage has confirmed it. Otherwise it is lost if the game ends now.
        /// </summary>
        public bool IsStored { get; internal set; }

        public List<OutboxFile> Files { get; internal set; }

        /// <summary>Why it failed. Null unless it failed.</summary>
        public SupportError Error { get; internal set; }

        /// <summary>Why the last try failed, even if another follows.</summary>
        public SupportError LastError { get; internal set; }

        /// <summary>UTC by the device's clock, which can be wrong.</summary>
        public DateTime WrittenAt { get; internal set; }

        public string Message
        {
            get { return Body.Text("message"); }
        }

        /// <summary>Null in a reply.</summary>
        public string Subject
        {
            get { return Body.Text("subject"); }
        }

        internal JsonObject Body;

        /// <summary>
        /// First sent, or first after a retry, in milliseconds of the server's clock.
        /// </summary>
        internal double? TriedAt;

        /// <summary>Its place in the order of writing.</summary>
        internal long Number;

        internal bool IsPending
        {
            get { return State == EntryState.Queued || State == EntryState.Sending; }
        }

        internal OutboxEntry Copy()
        {
            var copy = (OutboxEntry)MemberwiseClone();
            copy.Files = Files.ConvertAll(file => file.Copy());
            return copy;
        }

        internal JsonObject ToJson()
        {
            return new JsonObject
            {
                { "id", Id },
                { "kind", Kind == EntryKind.Create ? "create" : "reply" },
                { "ticketId", TicketId },
                { "state", IsPending ? "pending" : State == EntryState.Sent ? "sent" : "failed" },
                { "body", Body },
                { "files", Files.ConvertAll(file => (object)file.ToJson()) },
                { "error", Error == null ? null : Error.ToJson() },
                { "triedAt", TriedAt },
                { "writtenAt", Times.Iso(Times.Milliseconds(WrittenAt)) },
            };
        }

        private static readonly Regex IdForm = new Regex(@"^[0-9a-f]{32}\z");

        /// <summary>Null if it is damaged, or something else.</summary>
        internal static OutboxEntry FromJson(JsonObject json)
        {
            if (json == null) return null;
            string id = json.Text("id");
            string kind = json.Text("kind");
            string state = json.Text("state");
            JsonObject body = json.Object("body");
            bool isEntry = id != null && IdForm.IsMatch(id) && (kind == "create" || kind == "reply")
                && !string.IsNullOrEmpty(json.Text("ticketId")) && body != null && body.Text("message") != null
                && (state == "pending" || state == "sent" || state == "failed");
            if (!isEntry) return null;
            SupportError error = SupportError.FromJson(json.Object("error"));
            if (state == "failed") error = error ?? SupportError.Local("unknown");
            return new OutboxEntry
            {
                Id = id,
                Kind = kind == "create" ? EntryKind.Create : EntryKind.Reply,
                TicketId = json.Text("ticketId"),
                State = state == "pending" ? EntryState.Queued : state == "sent" ? EntryState.Sent : EntryState.Failed,
                IsStored = true,
                Body = body,
                Files = json.Objects("files").ConvertAll(OutboxFile.FromJson),
                Error = error,
                LastError = error,
                TriedAt = json.Number("triedAt"),
                WrittenAt = Models.Time(json, "writtenAt") ?? DateTime.UtcNow,
            };
        }
    }

    /// <summary>A file of an entry.</summary>
    public sealed class OutboxFile
    {
        public string Name { get; internal set; }
        public string Type { get; internal set; }

        /// <summary>In bytes.</summary>
        public long Size { get; internal set; }

        /// <summary>The device keeps it when the game ends.</summary>
        public bool IsStored { get; internal set; }

        /// <summary>Why the message is sent without it. Null: it is not.</summary>
        public SupportError Error { get; internal set; }

        /// <summary>Of an upload in parts under way.</summary>
        internal string UploadId;

        /// <summary>Once uploaded, and when, in milliseconds of the server's clock.</summary>
        internal string AttachmentId;
        internal double? UploadedAt;

        /// <summary>In this run.</summary>
        internal int FailedReads;

        internal bool IsDone
        {
            get { return AttachmentId != null || Error != null; }
        }

        internal OutboxFile Copy()
        {
            return (OutboxFile)MemberwiseClone();
        }

        internal JsonObject ToJson()
        {
            return new JsonObject
            {
                { "name", Name },
                { "type", Type },
                { "size", Size },
                { "error", Error == null ? null : Error.ToJson() },
                { "uploadId", UploadId },
                { "attachmentId", AttachmentId },
                { "uploadedAt", UploadedAt },
            };
        }

        internal static OutboxFile FromJson(JsonObject json)
        {
            return new OutboxFile
            {
                Name = json.Text("name") ?? "file",
                Type = json.Text("type") ?? "",
                Size = (long)(json.Number("size") ?? 0),
                IsStored = true,
                Error = SupportError.FromJson(json.Object("error")),
                UploadId = json.Text("uploadId"),
                AttachmentId = json.Text("attachmentId"),
                UploadedAt = json.Number("uploadedAt"),
            };
        }
    }
}
