using System.IO;
using UnityEngine;
#if UNITY_WEBGL && !UNITY_EDITOR
using System.Runtime.InteropServices;
#endif

namespace PlayerSupportClient
{
    /// <summary>
    /// Keeps files in the folder player-support of Application.persistentDataPath.
    /// </summary>
    public sealed class PersistentDataStorage : FileStorage
    {
        public PersistentDataStorage() : base(Path.Combine(Application.persistentDataPath, "player-support")) { }

#if UNITY_WEBGL && !UNITY_EDITOR
        [DllImport("__Internal")]
        private static extern void JS_FileSystem_Sync();

        /// <summary>Two tabs of a page cannot lock files against each other.</summary>
        protected override bool CanLock
        {
            get { return false; }
        }

        /// <summary>The browser keeps files in memory until they are copied to IndexedDB.</summary>
        public override void Write(string name, byte[] bytes)
        {
            base.Write(name, bytes);
            JS_FileSystem_Sync();
        }

        public override void Remove(string name)
        {
            base.Remove(name);
            JS_FileSystem_Sync();
        }
#endif
    }
}
