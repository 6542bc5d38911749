using System;
using System.Collections.Generic;
using System.IO;

namespace PlayerSupportClient
{
    /// <summary>Keeps files in a folder of the device. One process can use it at a time.</summary>
    public class FileStorage : IStorage
    {
        private const string LockName = "lock";
        private const string NewSuffix = ".new";

        private readonly string folder;
        private FileStream lockFile;

        /// <param name="folder">Created if it is missing. Keep it out of backups and cloud
        /// saves.</param>
        public FileStorage(string folder)
        {
            if (string.IsNullOrEmpty(folder)) throw new ArgumentException("folder is empty.");
            this.folder = folder;
        }

        /// <summary>False on platforms where a page or app cannot lock files.</summary>
        protected virtual bool CanLock
        {
            get { return true; }
        }

        public void Open()
        {
            if (lockFile != null) return;
            Directory.CreateDirectory(folder);
            if (!CanLock) return;
            FileStream file = null;
            try
            {
                file = new FileStream(PathOf(LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
                // Mono keeps FileShare within one process, so the byte range is locked too.
                file.Lock(0, 1);
            }
            catch (IOException)
            {
                if (file != null) file.Dispose();
                throw new StorageInUseException();
            }
            catch (Exception error) when (error is NotSupportedException || error is NotImplementedException)
            {
                // The open file alone locks there.
            }
            lockFile = file;
        }

        public void Close()
        {
            if (lockFile != null) lockFile.Dispose();
            lockFile = null;
        }

        public byte[] Read(string name)
        {
            string path = PathOf(name);
            return File.Exists(path) ? File.ReadAllBytes(path) : null;
        }

        public virtual void Write(string name, byte[] bytes)
        {
            string path = PathOf(name);
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            // It could be a link to another file.
            File.Delete(path + NewSuffix);
            using (var file = new FileStream(path + NewSuffix, FileMode.Create, FileAccess.Write, FileShare.None))
            {
                file.Write(bytes, 0, bytes.Length);
                // To the disk, not only to the system.
                file.Flush(true);
            }
            if (File.Exists(path)) File.Replace(path + NewSuffix, path, null);
            else File.Move(path + NewSuffix, path);
        }

        public virtual void Remove(string name)
        {
            string path = PathOf(name);
            if (Directory.Exists(path)) Directory.Delete(path, true);
            File.Delete(path + NewSuffix);
            File.Delete(path);
        }

        public List<string> List(string name)
        {
            var names = new List<string>();
            string path = PathOf(name);
            if (!Directory.Exists(path)) return names;
            foreach (string found in Directory.GetFileSystemEntries(path))
            {
                // A kill in the middle of a write left it.
                if (!found.EndsWith(NewSuffix, StringComparison.Ordinal)) names.Add(Path.GetFileName(found));
                else if (File.Exists(found)) File.Delete(found);
            }
            return names;
        }

        private string PathOf(string name)
        {
            return Path.Combine(folder, name.Replace('/', Path.DirectorySeparatorChar));
        }
    }
}
