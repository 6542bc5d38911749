using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace PlayerSupportClient
{
    /// <summary>How a player tells the game. Each is delivered in Update.</summary>
    internal sealed class Tell
    {
        public Action<InboxMessage> Message;
        public Action<int> Unread;
        public Action<string> Ticket;
        public Action<OutboxEntry> Outbox;
        public Action<UploadProgress> Upload;
        public Action<SupportError> Error;
    }

    /// <summary>One player on this device: its session, outbox and inbox.</summary>
    internal sealed class Player
    {
        public readonly Service Service;
        public readonly IClock Clock;
        public readonly Tell Tell;
        public readonly string ProjectPublicKey;
        public readonly PlayerFolder Folder;
        public readonly Session Session;
        public readonly Inbox Inbox;
        public readonly Outbox Outbox;

        public ServerClock ServerClock
        {
            get { return Service.ServerClock; }
        }

        /// <summary>Throws if the storage fails.</summary>
        public Player(PlayerSupportOptions options, Service service, PlayerFolder folder, string installationId,
            Func<JsonObject> identity, Tell tell)
        {
            Service = service;
            Clock = options.Clock;
            Tell = tell;
            ProjectPublicKey = options.ProjectPublicKey;
            Folder = folder;
            Session = new Session(service, folder, Clock, installationId, ProjectPublicKey, identity);
            Inbox = new Inbox(this);
            Outbox = new Outbox(this, options.PartBytes);
        }
    }

    /// <summary>The players on this device, one for each user. Each has a folder.</summary>
    internal sealed class Players
    {
        /// <summary>In a player's folder: whose it is.</summary>
        public const string FileName = "player.json";

        private readonly IStorage storage;
        private readonly string folder;
        private readonly Func<string, PlayerFolder> open;
        private readonly List<Known> all = new List<Known>();

        public sealed class Known
        {
            public PlayerFolder Folder;

            /// <summary>Null: the player without a user.</summary>
            public string UserId;

            /// <summary>The player's secret.</summary>
            public string InstallationId;
        }

        /// <summary>Throws if the storage fails.</summary>
        public Players(IStorage storage, string projectPublicKey, Func<string, PlayerFolder> open)
        {
            this.storage = storage;
            this.open = open;
            folder = Regex.Replace(projectPublicKey, "[^A-Za-z0-9_-]", "_") + "/";
            foreach (string name in storage.List(folder)) Load(folder + name);
        }

        private void Load(string path)
        {
            byte[] bytes = storage.Read(path + "/" + FileName);
            if (bytes == null)
            {
                // A kill left it while it was created or erased. A folder of this name is no kill's.
                if (!storage.List(path).Contains(FileName)) storage.Remove(path);
                return;
            }
            JsonObject stored = Json.ParseObject(bytes);
            string id = stored == null ? null : stored.Text("installationId");
            if (string.IsNullOrEmpty(id)) return;
            all.Add(new Known { Folder = open(path + "/"), UserId = stored.Text("userId"), InstallationId = id });
        }

        /// <summary>
        /// Finds a user's player, or adds one. The first user takes over the player without a user.
        /// </summary>
        public Known Of(string userId)
        {
            Known known = all.Find(one => one.UserId == userId);
            if (known != null) return known;
            if (all.Count == 1 && all[0].UserId == null) known = all[0];
            else
            {
                known = new Known { Folder = open(folder + Chance.Id() + "/"), InstallationId = Chance.Id() };
                all.Add(known);
            }
            known.UserId = userId;
            string installationId = known.InstallationId;
            known.Folder.Save(FileName, () => Json.Bytes(new JsonObject
            {
                { "userId", userId }, { "installationId", installationId },
            }));
            return known;
        }

        public void Erase(string userId)
        {
            Known known = all.Find(one => one.UserId == userId);
            if (known == null) return;
            all.Remove(known);
            known.Folder.Erase();
        }
    }
}
