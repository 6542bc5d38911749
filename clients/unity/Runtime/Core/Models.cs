using System;
using System.Collections.Generic;
using System.Globalization;

namespace PlayerSupportClient
{
    /// <summary>
    /// What the team sees about the game and the device. Null: not told. A long text is cut.
    /// </summary>
    public sealed class PlayerContext
    {
        public string AppVersion;
        public string BuildNumber;
        public string Platform;
        public string Locale;
        public string DeviceModel;
        public string OsVersion;

        internal JsonObject ToJson()
        {
            var json = new JsonObject();
            Add(json, "appVersion", AppVersion, 50);
            Add(json, "buildNumber", BuildNumber, 50);
            Add(json, "platform", Platform, 50);
            Add(json, "locale", Locale, 30);
            Add(json, "deviceModel", DeviceModel, 200);
            Add(json, "osVersion", OsVersion, 100);
            return json;
        }

        /// <summary>The server refuses an identify with a longer text, so it is cut.</summary>
        private static void Add(JsonObject json, string name, string value, int maxLength)
        {
            if (!string.IsNullOrEmpty(value)) json[name] = Models.Cut(value, maxLength);
        }
    }

    /// <summary>A ticket to write.</summary>
    public sealed class NewTicket
    {
        /// <summary>Such as bug, payment or feedback; at most 30 characters.</summary>
        public string Type;

        /// <summary>1 to 120 characters.</summary>
        public string Subject;

        /// <summary>1 to 4,000 characters.</summary>
        public string Message;

        /// <summary>At most five.</summary>
        public List<NewFile> Files;

        /// <summary>Of the ticket type from TicketTypes. Required with Answers.</summary>
        public int? FormVersion;

        /// <summary>
        /// By the names of the fields: text, number (int, long, double) or bool.
        /// </summary>
        public Dictionary<string, object> Answers;
    }

    /// <summary>
    /// A file to send with a text: its bytes, or the path of a file that is read at once.
    /// </summary>
    public sealed class NewFile
    {
        /// <summary>What the team sees, such as screenshot.png.</summary>
        public string Name;

        /// <summary>
        /// A media type, such as image/png. Only for the game: the server looks at the bytes.
        /// </summary>
        public string Type;

        public byte[] Bytes;

        /// <summary>Used without Bytes.</summary>
        public string Path;
    }

    /// <summary>A ticket in the list of the player's tickets.</summary>
    public sealed class TicketSummary
    {
        public string Id;
        public string Type;

        /// <summary>open, pending, resolved or closed; newer servers may send others.</summary>
        public string Status;
        public string Subject;

        /// <summary>Null: none.</summary>
        public string LastMessagePreview;

        /// <summary>UTC. Null: none.</summary>
        public DateTime? LastMessageAt;

        /// <summary>Replies of the team that the player has not opened.</summary>
        public int UnreadCount;

        internal static TicketSummary FromJson(JsonObject json)
        {
            return new TicketSummary
            {
                Id = json.Text("id"),
                Type = json.Text("type") ?? "",
                Status = json.Text("status") ?? "",
                Subject = json.Text("subject") ?? "",
                LastMessagePreview = json.Text("lastMessagePreview"),
                LastMessageAt = Models.Time(json, "lastMessageAt"),
                UnreadCount = (int)(json.Number("unreadCount") ?? 0),
            };
        }
    }

    /// <summary>A ticket with its conversation, oldest message first.</summary>
    public sealed class Ticket
    {
        public string Id;
        public string Type;

        /// <summary>open, pending, resolved or closed. Only a closed ticket takes no replies.</summary>
        public string Status;
        public string Subject;
        public List<TicketMessage> Messages;

        internal static Ticket FromJson(JsonObject json)
        {
            return new Ticket
            {
                Id = json.Text("id"),
                Type = json.Text("type") ?? "",
                Status = json.Text("status") ?? "",
                Subject = json.Text("subject") ?? "",
                Messages = Models.WithId(json, "messages").ConvertAll(TicketMessage.FromJson),
            };
        }
    }

    public sealed class TicketMessage
    {
        public string Id;

        /// <summary>player, admin (the team) or system; newer servers may send others.</summary>
        public string AuthorType;
        public string Message;
        public DateTime? CreatedAt;
        public List<Attachment> Attachments;

        internal static TicketMessage FromJson(JsonObject json)
        {
            return new TicketMessage
            {
                Id = json.Text("id"),
                AuthorType = json.Text("authorType") ?? "",
                Message = json.Text("message") ?? "",
                CreatedAt = Models.Time(json, "createdAt"),
                Attachments = json.Objects("attachments").ConvertAll(one => new Attachment
                {
                    Name = one.Text("name") ?? "file",
                    Url = one.Text("url"),
                }),
            };
        }
    }

    public sealed class Attachment
    {
        public string Name;

        /// <summary>Put the base URL before it. Null: the file cannot be read now.</summary>
        public string Url;
    }

    /// <summary>A message of the inbox.</summary>
    public sealed class InboxMessage
    {
        public string Id;

        /// <summary>
        /// ticket_reply, ticket_status, announcement or direct. Show unknown types as well.
        /// </summary>
        public string Type;

        /// <summary>The ticket that the player can open. Null: none.</summary>
        public string TicketId;
        public string Title;
        public string Body;
        public DateTime? CreatedAt;

        /// <summary>Null while it is unread.</summary>
        public DateTime? ReadAt;

        internal static InboxMessage FromJson(JsonObject json)
        {
            return new InboxMessage
            {
                Id = json.Text("id"),
                Type = json.Text("type") ?? "",
                TicketId = json.Text("ticketId"),
                Title = json.Text("title") ?? "",
                Body = json.Text("body") ?? "",
                CreatedAt = Models.Time(json, "createdAt"),
                ReadAt = Models.Time(json, "readAt"),
            };
        }
    }

    /// <summary>A type of tickets, with its form: the fields that the game asks for.</summary>
    public sealed class TicketType
    {
        public string Type;

        /// <summary>Give it with the answers. Null: there are no fields.</summary>
        public int? FormVersion;
        public List<TicketField> Fields;

        internal static TicketType FromJson(JsonObject json)
        {
            return new TicketType
            {
                Type = json.Text("type"),
                FormVersion = (int?)json.Number("formVersion"),
                Fields = json.Objects("fields").FindAll(one => one.Text("name") != null)
                    .ConvertAll(TicketField.FromJson),
            };
        }
    }

    /// <summary>One question of a form.</summary>
    public sealed class TicketField
    {
        public string Name;

        /// <summary>text, long_text, number, choice, yes_no or date (such as 2026-01-31).</summary>
        public string Kind;
        public string Label;

        /// <summary>Null: none.</summary>
        public string Help;
        public bool Required;

        /// <summary>Of a choice: value and label.</summary>
        public List<KeyValuePair<string, string>> Choices;

        /// <summary>
        /// Ask only while the field of this name has the answer ShowIfValue. Null: always.
        /// </summary>
        public string ShowIfName;
        public string ShowIfValue;

        /// <summary>Whether to ask it, after these answers by name.</summary>
        public bool IsAsked(Dictionary<string, object> answers)
        {
            if (ShowIfName == null) return true;
            object answer;
            if (!answers.TryGetValue(ShowIfName, out answer) || answer == null) return false;
            string text = answer is bool ? ((bool)answer ? "true" : "false")
                : Convert.ToString(answer, CultureInfo.InvariantCulture);
            return text == ShowIfValue;
        }

        internal static TicketField FromJson(JsonObject json)
        {
            JsonObject showIf = json.Object("showIf");
            return new TicketField
            {
                Name = json.Text("name"),
                Kind = json.Text("kind") ?? "text",
                Label = json.Text("label") ?? json.Text("name"),
                Help = json.Text("help"),
                Required = json.Flag("required"),
                Choices = json.Objects("choices").ConvertAll(one => new KeyValuePair<string, string>(
                    one.Text("value") ?? "", one.Text("label") ?? one.Text("value") ?? "")),
                ShowIfName = showIf == null ? null : showIf.Text("field"),
                ShowIfValue = showIf == null ? null : showIf.Text("value"),
            };
        }
    }

    /// <summary>How far the files of an entry are, in bytes.</summary>
    public sealed class UploadProgress
    {
        public string EntryId;
        public long Sent;
        public long Total;
    }

    internal static class Models
    {
        public static DateTime? Time(JsonObject json, string name)
        {
            double? milliseconds = Times.Parse(json.Text(name));
            if (milliseconds == null) return null;
            return new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMilliseconds(milliseconds.Value);
        }

        /// <summary>The first characters of a text, and no half of one.</summary>
        public static string Cut(string text, int maxLength)
        {
            if (text.Length <= maxLength) return text;
            bool isHalf = char.IsHighSurrogate(text[maxLength - 1]);
            return text.Substring(0, isHalf ? maxLength - 1 : maxLength);
        }

        /// <summary>The objects with an id.</summary>
        public static List<JsonObject> WithId(JsonObject body, string list)
        {
            return body.Objects(list).FindAll(one => one.Text("id") != null);
        }
    }
}
