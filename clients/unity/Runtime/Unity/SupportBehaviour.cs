using System;
using System.Globalization;
using UnityEngine;

namespace PlayerSupportClient
{
    /// <summary>
    /// Runs one client for the whole game. Add it to an object of the first scene.
    /// </summary>
    [DisallowMultipleComponent]
    [AddComponentMenu("Player Support/Support")]
    public sealed class SupportBehaviour : MonoBehaviour
    {
        [Tooltip("The URL of the server, such as https://support.example.com")]
        [SerializeField] private string baseUrl = "http://127.0.0.1:8080";

        [Tooltip("In the console under Settings > Projects. It begins with ppk_")]
        [SerializeField] private string projectPublicKey = "";

        [Tooltip("Shown to the team beside each ticket")]
        [SerializeField] private string buildNumber = "";

        [Tooltip("Writes errors to the log, such as a wrong URL or key")]
        [SerializeField] private bool logErrors = true;

        /// <summary>
        /// The one of the game. Null before its Awake, and if its options are wrong.
        /// </summary>
        public static SupportBehaviour Instance { get; private set; }

        /// <summary>Null if the options are wrong, which the log tells.</summary>
        public PlayerSupport Support { get; private set; }

        /// <summary>
        /// Creates the client from code. Call it once, before anything uses Instance.
        /// </summary>
        public static SupportBehaviour Create(string baseUrl, string projectPublicKey, string buildNumber = "")
        {
            var holder = new GameObject("Player Support");
            // Awake comes after the fields are set.
            holder.SetActive(false);
            SupportBehaviour created = holder.AddComponent<SupportBehaviour>();
            created.baseUrl = baseUrl;
            created.projectPublicKey = projectPublicKey;
            created.buildNumber = buildNumber;
            holder.SetActive(true);
            return created;
        }

        /// <summary>What Unity knows of the game and the device.</summary>
        public static PlayerContext ContextOfDevice(string buildNumber)
        {
            return new PlayerContext
            {
                AppVersion = Application.version,
                BuildNumber = buildNumber,
                Platform = Application.platform.ToString(),
                Locale = CultureInfo.CurrentUICulture.Name,
                DeviceModel = SystemInfo.deviceModel,
                OsVersion = SystemInfo.operatingSystem,
            };
        }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void Forget()
        {
            // The editor can keep statics from the last time in play mode.
            Instance = null;
        }

        private void Awake()
        {
            if (Instance != null)
            {
                // Its scene was loaded again.
                Destroy(gameObject);
                return;
            }
            try
            {
                Support = new PlayerSupport(new PlayerSupportOptions
                {
                    BaseUrl = baseUrl,
                    ProjectPublicKey = projectPublicKey,
                    Transport = new UnityWebRequestTransport(),
                    Storage = new PersistentDataStorage(),
                    Context = ContextOfDevice(buildNumber),
                });
            }
            catch (ArgumentException error)
            {
                Debug.LogError("Player Support: " + error.Message, this);
                return;
            }
            Instance = this;
            DontDestroyOnLoad(gameObject);
            if (logErrors) Support.OnError += error => Debug.LogWarning("Player Support: " + error, this);
            Support.Start();
        }

        private void Update()
        {
            if (Support != null) Support.Update();
        }

        private void OnApplicationPause(bool isPaused)
        {
            if (Support == null) return;
            // A paused game gets no answers: what is under way is sent again afterwards.
            if (isPaused) Support.Stop();
            else Support.Start();
        }

        private void OnApplicationFocus(bool hasFocus)
        {
            if (Support != null && hasFocus) Support.Start();
        }

        private void OnDestroy()
        {
            if (Instance == this) Instance = null;
            if (Support != null) Support.Dispose();
        }
    }
}
