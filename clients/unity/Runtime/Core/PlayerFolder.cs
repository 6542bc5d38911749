using System;
using System.Collections.Generic;

namespace PlayerSupportClient
{
    /// <summary>
    /// A player's folder in the storage. What the storage refuses is kept in memory and tried
    /// again.
    /// </summary>
    internal sealed class PlayerFolder
    {
        private const double RetryMs = 5000;

        private readonly IStorage storage;
        private readonly string path;
        private readonly IClock clock;
        private readonly Action<SupportError> onError;
        private readonly Dictionary<string, Unsaved> unsaved = new Dictionary<string, Unsaved>();
        private double retryAt;
        private bool isErased;

        private sealed class Unsaved
        {
            public Func<byte[]> Bytes;
            public Action Stored;
        }

        public PlayerFolder(IStorage storage, string path, IClock clock, Action<SupportError> onError)
        {
            this.storage = storage;
            this.path = path;
            this.clock = clock;
            this.onError = onError;
        }

        /// <summary>
        /// Writes a file. Returns whether it is stored now. Otherwise it is tried again, with the
        /// bytes of that time.
        /// </summary>
        public bool Save(string name, Func<byte[]> bytes, Action storedLater = null)
        {
            if (isErased) return false;
            try
            {
                // The owner first: without this file the next start removes the folder.
                if (name != Players.FileName) SaveOwner();
                storage.Write(path + name, bytes());
                unsaved.Remove(name);
                return true;
            }
            catch (Exception error)
            {
                if (unsaved.Count == 0)
                {
                    retryAt = clock.Monotonic + RetryMs;
                    onError(SupportError.Local("storage", "The storage failed: " + error.Message));
                }
                unsaved[name] = new Unsaved { Bytes = bytes, Stored = storedLater };
                return false;
            }
        }

        private void SaveOwner()
        {
            Unsaved owner;
            if (!unsaved.TryGetValue(Players.FileName, out owner)) return;
            storage.Write(path + Players.FileName, owner.Bytes());
            unsaved.Remove(Players.FileName);
        }

        public void Update()
        {
            if (unsaved.Count > 0 && clock.Monotonic >= retryAt) SaveAgain();
        }

        public void SaveAgain()
        {
            retryAt = clock.Monotonic + RetryMs;
            foreach (string name in new List<string>(unsaved.Keys))
            {
                Unsaved one;
                if (!unsaved.TryGetValue(name, out one)) continue;
                // If one fails, the others would fail too.
                if (!Save(name, one.Bytes, one.Stored)) return;
                if (one.Stored != null) one.Stored();
            }
        }

        /// <summary>Null if there is no such file. Throws if the storage fails.</summary>
        public byte[] Read(string name)
        {
            Unsaved one;
            return unsaved.TryGetValue(name, out one) ? one.Bytes() : storage.Read(path + name);
        }

        /// <summary>Null if the file is missing or damaged. Throws if the storage fails.</summary>
        public JsonObject ReadJson(string name)
        {
            return Json.ParseObject(Read(name));
        }

        public void Remove(string name)
        {
            unsaved.Remove(name);
            try
            {
                storage.Remove(path + name);
            }
            catch (Exception error)
            {
                // The next start removes what no entry needs.
                onError(SupportError.Local("storage", "The storage failed: " + error.Message));
            }
        }

        /// <summary>In order. Throws if the storage fails.</summary>
        public List<string> List(string folder)
        {
            List<string> names = storage.List(path + folder);
            names.Sort(string.CompareOrdinal);
            return names;
        }

        /// <summary>Removes everything, and keeps nothing from now on.</summary>
        public void Erase()
        {
            isErased = true;
            unsaved.Clear();
            // Without this file the next start removes what a kill left of the folder.
            Remove(Players.FileName);
            Remove("");
        }
    }
}
