using System;
using System.Collections;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.UI;

namespace PlayerSupportClient
{
    /// <summary>
    /// A button with a badge, and the panel: new ticket, tickets, conversation and inbox. It builds
    /// itself with uGUI, and needs a SupportBehaviour in the game.
    /// </summary>
    [AddComponentMenu("Player Support/Panel")]
    public sealed class SupportPanel : MonoBehaviour
    {
        /// <summary>A larger picture is sent as JPEG, in bytes.</summary>
        private const int MaxPngBytes = 4 * 1024 * 1024;

        [Tooltip("Empty: the font that Unity has. In WebGL it lacks most alphabets")]
        [SerializeField] private Font font;

        [Tooltip("The language of the questions, such as de. Empty: English")]
        [SerializeField] private string locale = "";

        [Tooltip("Off: open it from a button of your own with Open()")]
        [SerializeField] private bool showButton = true;

        [SerializeField] private SupportPanelTexts texts = new SupportPanelTexts();

        private PlayerSupport support;
        private Ui ui;
        private Button helpButton;
        private GameObject panel;
        private RectTransform tabs;
        private RectTransform content;
        private SupportForm form;
        private SupportLists lists;
        private bool isOpening;
#if UNITY_WEBGL && !UNITY_EDITOR
        private bool capturedKeyboard;
#endif

        /// <summary>More files for a new ticket, such as the log or the save. Null: none.</summary>
        public Func<List<NewFile>> FilesOfTicket;

        /// <summary>For example to pause the game and to free the mouse.</summary>
        public event Action OnOpened;
        public event Action OnClosed;

        public bool IsOpen
        {
            get { return panel != null && panel.activeSelf; }
        }

        /// <summary>Change the texts before the panel is opened.</summary>
        public SupportPanelTexts Texts
        {
            get { return texts; }
        }

        private void Start()
        {
            SupportBehaviour behaviour = SupportBehaviour.Instance;
            if (behaviour == null)
            {
                Debug.LogError("Player Support: the panel needs a SupportBehaviour in the scene.", this);
                enabled = false;
                return;
            }
            support = behaviour.Support;
            ui = new Ui(font != null ? font : BuiltinFont(), Close);
            Build();
            support.OnUnread += TellUnread;
            support.OnTicket += ShowAgain;
            support.OnOutbox += ShowAgain;
            support.OnMessage += ShowAgain;
            TellUnread(support.Inbox.UnreadCount);
        }

        private void OnDestroy()
        {
            if (support == null) return;
            if (IsOpen) CaptureKeyboard(true);
            support.OnUnread -= TellUnread;
            support.OnTicket -= ShowAgain;
            support.OnOutbox -= ShowAgain;
            support.OnMessage -= ShowAgain;
        }

        private static Font BuiltinFont()
        {
#if UNITY_2022_2_OR_NEWER
            return Resources.GetBuiltinResource<Font>("LegacyRuntime.ttf");
#else
            return Resources.GetBuiltinResource<Font>("Arial.ttf");
#endif
        }

        private void Build()
        {
            Canvas canvas = Ui.NewCanvas(new GameObject("Canvas"));
            canvas.transform.SetParent(transform, false);
            Ui.NeedEventSystem();
            if (showButton)
            {
                var from = new Vector2(0.86f, 0.02f);
                RectTransform corner = Ui.Box(canvas.transform, "Corner", from, new Vector2(0.98f, 0.09f));
                helpButton = ui.NewButton(corner, texts.Help, Open);
            }
            RectTransform box = ui.Panel(canvas.transform);
            panel = box.gameObject;
            tabs = ui.TopRow(box);
            content = ui.Scroll(box);
            ui.Fallback = ui.NewButton(tabs, texts.New, ShowForm);
            ui.NewButton(tabs, texts.Tickets, () => ShowList(lists.ShowTickets));
            ui.NewButton(tabs, texts.Inbox, () => ShowList(lists.ShowInbox));
            ui.NewButton(tabs, texts.Close, Close);
            lists = new SupportLists(support, ui, texts, content);
            form = new SupportForm(support, ui, texts, content, () => ShowList(lists.ShowTickets));
            panel.SetActive(false);
        }

        private void TellUnread(int count)
        {
            if (helpButton != null) Ui.SetText(helpButton, count > 0 ? texts.Help + " (" + count + ")" : texts.Help);
        }

        /// <summary>Takes a picture of the game, then opens the panel with a new ticket.</summary>
        public void Open()
        {
            if (support == null || IsOpen || isOpening) return;
            isOpening = true;
            ShowHelpButton(false);
            StartCoroutine(OpenWithPicture());
        }

        private IEnumerator OpenWithPicture()
        {
            // The picture is complete only now, and the panel is not in it.
            yield return new WaitForEndOfFrame();
            isOpening = false;
            form.Screenshot = TakePicture();
            CaptureKeyboard(false);
            panel.SetActive(true);
            support.TicketTypes(locale, (types, error) =>
            {
                if (error == null) form.SetTypes(types);
            });
            ShowForm();
            if (OnOpened != null) OnOpened();
        }

        private void ShowHelpButton(bool isShown)
        {
            if (helpButton != null) helpButton.gameObject.SetActive(isShown);
        }

        private static NewFile TakePicture()
        {
            Texture2D picture = ScreenCapture.CaptureScreenshotAsTexture();
            byte[] bytes = picture.EncodeToPNG();
            bool isLarge = bytes.Length > MaxPngBytes;
            if (isLarge) bytes = picture.EncodeToJPG(85);
            Destroy(picture);
            return isLarge
                ? new NewFile { Name = "screenshot.jpg", Type = "image/jpeg", Bytes = bytes }
                : new NewFile { Name = "screenshot.png", Type = "image/png", Bytes = bytes };
        }

        /// <summary>
        /// Closes the panel. What the player has written stays until it is sent.
        /// </summary>
        public void Close()
        {
            if (!IsOpen) return;
            panel.SetActive(false);
            lists.Leave();
            form.Screenshot = null;
            CaptureKeyboard(true);
            ShowHelpButton(true);
            if (OnClosed != null) OnClosed();
        }

        /// <summary>Opens the panel with a ticket, for example after a message about it.</summary>
        public void OpenTicket(string ticketId)
        {
            if (support == null) return;
            if (!IsOpen)
            {
                CaptureKeyboard(false);
                ShowHelpButton(false);
                panel.SetActive(true);
                if (OnOpened != null) OnOpened();
            }
            ShowList(() => lists.ShowTicket(ticketId));
            Ui.Select(ui.Fallback);
        }

        private void ShowList(Action show)
        {
            form.IsShown = false;
            show();
        }

        private void ShowForm()
        {
            lists.Leave();
            form.MoreFiles = FilesOfTicket;
            form.Show();
            Ui.Select(ui.Fallback);
        }

        private void ShowAgain<T>(T what)
        {
            if (IsOpen) lists.IsStale = true;
        }

        private void LateUpdate()
        {
            if (!IsOpen) return;
            lists.ShowAgainIfStale();
            form.ShowAgainIfStale();
        }

        /// <summary>
        /// Unity takes all keys of a page, so that fields of the page beside the game get none.
        /// </summary>
        private void CaptureKeyboard(bool isBack)
        {
#if UNITY_WEBGL && !UNITY_EDITOR
            if (!isBack) capturedKeyboard = WebGLInput.captureAllKeyboardInput;
            WebGLInput.captureAllKeyboardInput = isBack && capturedKeyboard;
#endif
        }
    }
}
