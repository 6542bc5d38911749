using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    public sealed class PlayerSupportOptions
    {
        /// <summary>
        /// Such as https://support.example.com, without query and credentials. Required.
        /// </summary>
        public string BaseUrl;

        /// <summary>The public key of the project, which begins with ppk_. Required.</summary>
        public string ProjectPublicKey;

        /// <summary>Required.</summary>
        public ITransport Transport;

        /// <summary>Required.</summary>
        public IStorage Storage;

        /// <summary>
        /// The game's id of the user who is signed in. Null: none. Give it at every start.
        /// </summary>
        public string UserId;

        public PlayerContext Context;

        /// <summary>Larger files go up in parts of this size, at least 262,144 bytes.</summary>
        public int PartBytes = 1024 * 1024;

        public IClock Clock = new SystemClock();
    }

    /// <summary>
    /// Player support inside a game. Call everything on the main thread, and Update in each frame:
    /// all events and callbacks happen inside Update, and nothing waits for the network.
    /// </summary>
    public sealed class PlayerSupport : IDisposable
    {
        private const int MinPartBytes = 256 * 1024;

        private const int MaxUserId = 200;

        /// <summary>Before the storage is opened again.</summary>
        private const double OpenAgainMs = 2000;

        private static readonly Regex Url = new Regex(@"^https?://[^\s/?#@\\][^\s?#@\\]*\z", RegexOptions.IgnoreCase);

        private static readonly string[] Methods = { "GET", "POST", "PUT", "PATCH", "DELETE" };
        private static readonly Regex PlayerPath = new Regex(@"^/api/v1/player/[^\s#\\]+\z");

        private readonly PlayerSupportOptions options;
        private readonly Service service;
        private readonly Queue<Action> events = new Queue<Action>();
        private Players players;
        private Player player;
        private string userId;
        private PlayerContext context;
        private bool isStarted;
        private double openAt = double.NegativeInfinity;

        /// <summary>A new message in the inbox, once for each.</summary>
        public event Action<InboxMessage> OnMessage;

        /// <summary>The number of unread messages has changed.</summary>
        public event Action<int> OnUnread;

        /// <summary>The ticket with this id has changed.</summary>
        public event Action<string> OnTicket;

        /// <summary>An entry changed: queued, sending, sent, failed, or stored.</summary>
        public event Action<OutboxEntry> OnOutbox;

        /// <summary>More of an entry's files is uploaded.</summary>
        public event Action<UploadProgress> OnUpload;

        /// <summary>
        /// A try failed. The client goes on, but a wrong key or URL needs the developer.
        /// </summary>
        public event Action<SupportError> OnError;

        public TicketCalls Tickets { get; private set; }
        public InboxCalls Inbox { get; private set; }
        public OutboxCalls Outbox { get; private set; }

        /// <summary>
        /// Checks the options. It sends nothing before Start. Throws ArgumentException.
        /// </summary>
        public PlayerSupport(PlayerSupportOptions options)
        {
            Require(options != null, "options are missing.");
            string url = (options.BaseUrl ?? "").TrimEnd('/');
            Require(Url.IsMatch(url), "BaseUrl must be an http(s) URL, not " + options.BaseUrl);
            Require(!string.IsNullOrEmpty(options.ProjectPublicKey), "ProjectPublicKey is empty.");
            Require(options.Transport != null, "Transport is missing.");
            Require(options.Storage != null, "Storage is missing.");
            Require(options.Clock != null, "Clock is missing.");
            Require(options.PartBytes >= MinPartBytes, "PartBytes is less than " + MinPartBytes + ".");
            this.options = options;
            userId = CheckedUser(options.UserId);
            context = options.Context;
            service = new Service(url, options.Transport, options.Clock);
            Tickets = new TicketCalls(this);
            Inbox = new InboxCalls(this);
            Outbox = new OutboxCalls(this);
        }

        private static void Require(bool isRight, string message)
        {
            if (!isRight) throw new ArgumentException(message);
        }

        /// <summary>
        /// Sends what waits, also from earlier runs, and polls the inbox. Call it again when the
        /// game resumes or the network is back.
        /// </summary>
        public void Start()
        {
            isStarted = true;
            if (!Open()) return;
            player.Outbox.SendNow();
            player.Inbox.Wake();
        }

        /// <summary>Ends all requests. What is not sent waits for Start.</summary>
        public void Stop()
        {
            isStarted = false;
            service.Cancel(SupportError.Local("aborted"));
        }

        /// <summary>Stops, and gives the storage back, so that another client can use it.</summary>
        public void Dispose()
        {
            Stop();
            if (player != null) player.Folder.SaveAgain();
            player = null;
            players = null;
            options.Storage.Close();
        }

        /// <summary>
        /// Does what is due, and calls the listeners. Call it in each frame. If a listener throws,
        /// the others are called all the same, and Update throws the first exception.
        /// </summary>
        public void Update()
        {
            if (isStarted && Open(false))
            {
                service.Update();
                player.Outbox.Update();
                player.Inbox.Update();
            }
            if (player != null) player.Folder.Update();
            Deliver();
        }

        private void Deliver()
        {
            ExceptionDispatchInfo thrown = null;
            // What a callback asks for comes in the next frame: otherwise it could go on for ever.
            for (int count = events.Count; count > 0 && events.Count > 0; count--)
            {
                try
                {
                    events.Dequeue()();
                }
                catch (Exception error)
                {
                    thrown = thrown ?? ExceptionDispatchInfo.Capture(error);
                }
            }
            if (thrown != null) thrown.Throw();
        }

        /// <summary>
        /// What the team sees about the game and the device. Sent with the next request.
        /// </summary>
        public void SetContext(PlayerContext context)
        {
            this.context = context;
        }

        /// <summary>
        /// Another user plays. Each user has a player of its own; the first one takes over the
        /// player without a user. What the former user wrote waits until that user is back.
        /// </summary>
        public void SetUser(string userId)
        {
            Switch(CheckedUser(userId), false);
        }

        /// <summary>
        /// Continues without a user. With erase, everything of the player is removed from the device,
        /// also what is not sent.
        /// </summary>
        public void SignOut(bool erase = false)
        {
            Switch(null, erase);
        }

        private static string CheckedUser(string userId)
        {
            if (string.IsNullOrEmpty(userId)) return null;
            Require(userId.Length <= MaxUserId, "UserId has more than " + MaxUserId + " characters.");
            return userId;
        }

        private void Switch(string next, bool erase)
        {
            if (next == userId && !erase) return;
            bool wasOpen = Open();
            service.Cancel(SupportError.Local("signed-out"));
            if (wasOpen && erase) players.Erase(userId);
            else if (wasOpen) player.Folder.SaveAgain();
            userId = next;
            player = null;
            Raise(null, () => OnUnread?.Invoke(0));
            if (wasOpen) Open();
        }

        /// <summary>The types of tickets, with the fields of their forms.</summary>
        /// <param name="locale">The language of the texts, such as de. Null: English.</param>
        public void TicketTypes(string locale, Action<List<TicketType>, SupportError> done)
        {
            string query = string.IsNullOrEmpty(locale) ? "" : "?locale=" + Service.Escape(locale);
            Get("/api/v1/player/ticket-types" + query, new[] { "types[]" }, done,
                body => body.Objects("types").FindAll(one => one.Text("type") != null).ConvertAll(TicketType.FromJson));
        }

        /// <summary>
        /// Sends a request as the player, for operations without a function here, such as POST
        /// /api/v1/player/link. It is not repeated. The callback gets the body of the response,
        /// which is empty after a 204. Throws ArgumentException for another method or path.
        /// </summary>
        /// <param name="method">GET, POST, PUT, PATCH or DELETE.</param>
        /// <param name="path">Begins with /api/v1/player/.</param>
        /// <param name="body">Null: none.</param>
        public void Request(string method, string path, JsonObject body, Action<JsonObject, SupportError> done)
        {
            Require(Array.IndexOf(Methods, method) >= 0, "The method must be GET, POST, PUT, PATCH or DELETE.");
            Require(PlayerPath.IsMatch(path ?? ""), "The path must begin with /api/v1/player/ and have no spaces.");
            var request = new Request { Method = method, Path = path };
            if (body != null) request.Body = Json.Bytes(body);
            Call(request, done, response => response);
        }

        internal void Get<T>(string path, string[] expects, Action<T, SupportError> done, Func<JsonObject, T> read)
        {
            Call(new Request { Method = "GET", Path = path, Expects = expects }, done, read);
        }

        /// <summary>The callback is called in a later Update, also after an error.</summary>
        internal void Call<T>(Request request, Action<T, SupportError> done, Func<JsonObject, T> read)
        {
            if (done == null) throw new ArgumentException("The callback is missing.");
            if (!isStarted || !Open())
            {
                Raise(null, () => done(default(T), NotRunning()));
                return;
            }
            Player asked = player;
            player.Session.Call(request, (response, error) =>
            {
                T result = error == null ? read(response.Body) : default(T);
                Raise(null, () =>
                {
                    // A listener can change the user: this is not for the next one.
                    if (asked == player) done(result, error);
                    else done(default(T), error ?? SupportError.Local("signed-out"));
                });
            });
        }

        private SupportError NotRunning()
        {
            return isStarted
                ? SupportError.Local("storage", "The storage cannot be used now.")
                : SupportError.Local("aborted", "Call Start first.");
        }

        internal void Messages(Action<List<InboxMessage>, SupportError> done)
        {
            Inbox inbox = Open() ? player.Inbox : null;
            Call(inbox == null ? new Request() : inbox.Request(), done, body => inbox.Receive(body));
        }

        internal void MarkRead(string id, Action<SupportError> done)
        {
            if (!isStarted || !Open()) Raise(null, () => done(NotRunning()));
            else player.Inbox.MarkRead(id, error => Raise(null, () => done(error)));
        }

        /// <summary>
        /// The current player. Null: the storage cannot be used now, which an error event tells.
        /// </summary>
        internal Player Current
        {
            get { return Open() ? player : null; }
        }

        internal int UnreadCount
        {
            get { return player == null ? 0 : player.Inbox.UnreadCount; }
        }

        internal string ProjectPublicKey
        {
            get { return options.ProjectPublicKey; }
        }

        /// <summary>
        /// Opens the storage and the user's player. False, and an error event, if it fails.
        /// </summary>
        private bool Open(bool isNow = true)
        {
            if (player != null) return true;
            if (!isNow && options.Clock.Monotonic < openAt) return false;
            openAt = options.Clock.Monotonic + OpenAgainMs;
            try
            {
                options.Storage.Open();
                players = players ?? new Players(options.Storage, options.ProjectPublicKey, FolderAt);
                Players.Known known = players.Of(userId);
                player = new Player(options, service, known.Folder, known.InstallationId, Identity, NewTell());
                return true;
            }
            catch (StorageInUseException error)
            {
                Failed(SupportError.Local("storage-in-use", error.Message));
            }
            catch (Exception error)
            {
                Failed(SupportError.Local("storage", "The storage failed: " + error.Message));
            }
            return false;
        }

        private void Failed(SupportError error)
        {
            Raise(null, () => OnError?.Invoke(error));
        }

        private PlayerFolder FolderAt(string path)
        {
            return new PlayerFolder(options.Storage, path, options.Clock, Failed);
        }

        private JsonObject Identity()
        {
            var identity = new JsonObject();
            if (userId != null) identity["userId"] = userId;
            if (context != null) identity["context"] = context.ToJson();
            return identity;
        }

        /// <summary>A user who has left is told nothing more.</summary>
        private Tell NewTell()
        {
            var tell = new Tell();
            tell.Message = value => Raise(tell, () => OnMessage?.Invoke(value));
            tell.Unread = value => Raise(tell, () => OnUnread?.Invoke(value));
            tell.Ticket = value => Raise(tell, () => OnTicket?.Invoke(value));
            tell.Outbox = value => Raise(tell, () => OnOutbox?.Invoke(value));
            tell.Upload = value => Raise(tell, () => OnUpload?.Invoke(value));
            tell.Error = value => Raise(tell, () => OnError?.Invoke(value));
            return tell;
        }

        /// <summary>
        /// Calls it in Update. With a player's `of`, only if that player is still there.
        /// </summary>
        private void Raise(Tell of, Action call)
        {
            events.Enqueue(() =>
            {
                if (of == null || (player != null && player.Tell == of)) call();
            });
        }
    }
}
