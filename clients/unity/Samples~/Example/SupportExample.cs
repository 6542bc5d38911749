using System.Collections.Generic;
using System.Text;
using PlayerSupportClient;
using UnityEngine;

/// <summary>
/// Adds player support to any scene: put this script on an empty object, fill in the key, and press
/// Play. The button opens the panel.
/// </summary>
public sealed class SupportExample : MonoBehaviour
{
    [SerializeField] private string baseUrl = "http://127.0.0.1:8080";

    [Tooltip("In the console under Settings > Projects")]
    [SerializeField] private string projectPublicKey = "ppk_...";

    private void Awake()
    {
        // Only the first time: it lives on when another scene is loaded.
        if (SupportBehaviour.Instance != null) return;
        PlayerSupport support = SupportBehaviour.Create(baseUrl, projectPublicKey, "example").Support;
        if (support == null) return;
        support.OnMessage += message => Debug.Log(message.Title + ": " + message.Body);

        SupportPanel panel = new GameObject("Support Panel").AddComponent<SupportPanel>();
        DontDestroyOnLoad(panel.gameObject);
        byte[] log = Encoding.UTF8.GetBytes("level 3, seed 4711");
        panel.FilesOfTicket = () => new List<NewFile>
        {
            new NewFile { Name = "level.txt", Type = "text/plain", Bytes = log },
        };
    }
}
