using System;
using System.Collections.Generic;

namespace PlayerSupportClient
{
    /// <summary>Why a call or a try failed. Compare <see cref="Slug"/>: it never changes.</summary>
    public sealed class SupportError
    {
        /// <summary>
        /// The last part of the problem's type, such as validation, ticket-closed or
        /// player-blocked; or, without a response of the server: network, redirect,
        /// foreign-response, storage, storage-in-use, outbox-full, outbox-expired,
        /// installation-in-use, file-lost, aborted, signed-out. Newer servers may send others.
        /// </summary>
        public string Slug { get; private set; }

        /// <summary>The HTTP status. 0: there was no response of the server.</summary>
        public int Status { get; private set; }

        /// <summary>
        /// For the developer's log. It can contain text of the server: show it as plain text.
        /// </summary>
        public string Message { get; private set; }

        /// <summary>
        /// What is wrong, by the JSON name of the field. Empty unless the slug is validation.
        /// </summary>
        public Dictionary<string, List<string>> Errors { get; private set; }

        /// <summary>Seconds to wait before another try. Null: the server did not say.</summary>
        public double? RetryAfter { get; private set; }

        /// <summary>Of the refused request.</summary>
        internal string Path { get; private set; }

        private const int MaxMessage = 500;

        /// <summary>Of all messages about fields together.</summary>
        private const int MaxErrors = 5000;

        private SupportError(string slug, string message)
        {
            Slug = slug;
            Message = message;
            Errors = new Dictionary<string, List<string>>();
        }

        internal static SupportError Local(string slug, string message = null, double? retryAfter = null)
        {
            return new SupportError(slug, message ?? slug) { RetryAfter = retryAfter };
        }

        internal static SupportError OfResponse(string slug, string path, Response response, double? retryAfter)
        {
            JsonObject body = response.Body;
            string message = body.Text("detail") ?? body.Text("title") ?? body.Object("error")?.Text("message")
                ?? "The server answered " + response.Status + ".";
            // An error is stored with its entry.
            return new SupportError(slug, Models.Cut(message, MaxMessage))
            {
                Status = response.Status,
                Path = path,
                RetryAfter = retryAfter,
                Errors = ErrorsIn(body.Object("errors")),
            };
        }

        /// <summary>The call ended because the game stopped the client, or the user left.</summary>
        internal bool IsCancelled
        {
            get { return Slug == "aborted" || Slug == "signed-out"; }
        }

        /// <summary>
        /// The server would refuse such a request again. A refusal of another path does not count.
        /// </summary>
        internal bool IsFinalFor(string path)
        {
            bool isRefusal = Status >= 400 && Status < 500 && Status != 401 && Status != 408 && Status != 429;
            return isRefusal && IsOf(path);
        }

        /// <summary>It answers a request whose path begins like this.</summary>
        internal bool IsOf(string path)
        {
            return Path != null && Path.StartsWith(path, StringComparison.Ordinal);
        }

        internal JsonObject ToJson()
        {
            var errors = new JsonObject();
            foreach (KeyValuePair<string, List<string>> pair in Errors)
                errors[pair.Key] = new List<object>(pair.Value.ToArray());
            return new JsonObject
            {
                { "slug", Slug }, { "status", Status }, { "message", Message }, { "errors", errors },
            };
        }

        internal static SupportError FromJson(JsonObject json)
        {
            if (json == null) return null;
            return new SupportError(json.Text("slug") ?? "unknown", json.Text("message") ?? "")
            {
                Status = (int)(json.Number("status") ?? 0),
                Errors = ErrorsIn(json.Object("errors")),
            };
        }

        private static Dictionary<string, List<string>> ErrorsIn(JsonObject json)
        {
            var errors = new Dictionary<string, List<string>>();
            int room = MaxErrors;
            foreach (string name in json == null ? new List<string>() : new List<string>(json.Keys))
            {
                var messages = new List<string>();
                foreach (object message in json.List(name) ?? new List<object>())
                    if (message is string) messages.Add(Models.Cut((string)message, MaxMessage));
                room -= name.Length + messages.Count;
                foreach (string message in messages) room -= message.Length;
                if (room < 0) break;
                errors[name] = messages;
            }
            return errors;
        }

        /// <summary>The slug and the message.</summary>
        public override string ToString()
        {
            return Slug == Message ? Slug : Slug + ": " + Message;
        }
    }
}
