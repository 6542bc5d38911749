using System;
using UnityEngine;
using UnityEngine.Events;
using UnityEngine.EventSystems;
using UnityEngine.UI;

namespace PlayerSupportClient
{
    /// <summary>
    /// Makes the parts of the panel with uGUI. Sizes are for a screen of 1280 to 720.
    /// </summary>
    internal sealed class Ui
    {
        private const int FontSize = 20;
        private const float LineHeight = 44;

        /// <summary>A Text draws at most about 16,000 characters, and players need fewer.</summary>
        private const int MaxTextLength = 6000;

        private static readonly Color BackgroundColor = new Color(0.11f, 0.12f, 0.15f, 0.97f);
        private static readonly Color FieldColor = new Color(0.2f, 0.22f, 0.27f);
        private static readonly Color ButtonColor = new Color(0.23f, 0.4f, 0.75f);
        private static readonly Color InkColor = Color.white;
        private static readonly Color FaintColor = new Color(0.75f, 0.77f, 0.82f);

        private readonly Font font;
        private readonly Action onCancel;

        /// <summary>Selected when what was selected is removed.</summary>
        public Selectable Fallback;

        /// <param name="onCancel">The player pressed Cancel: Escape, or B of a gamepad.</param>
        public Ui(Font font, Action onCancel)
        {
            this.font = font;
            this.onCancel = onCancel;
        }

        public static Canvas NewCanvas(GameObject holder)
        {
            Canvas canvas = holder.AddComponent<Canvas>();
            canvas.renderMode = RenderMode.ScreenSpaceOverlay;
            canvas.sortingOrder = 1000;
            CanvasScaler scaler = holder.AddComponent<CanvasScaler>();
            scaler.uiScaleMode = CanvasScaler.ScaleMode.ScaleWithScreenSize;
            scaler.referenceResolution = new Vector2(1280, 720);
            scaler.matchWidthOrHeight = 0.5f;
            holder.AddComponent<GraphicRaycaster>();
            return canvas;
        }

        /// <summary>A box between two corners of its parent, which are from 0 to 1.</summary>
        public static RectTransform Box(Transform parent, string name, Vector2 from, Vector2 to)
        {
            var box = new GameObject(name, typeof(RectTransform));
            var rect = (RectTransform)box.transform;
            rect.SetParent(parent, false);
            rect.anchorMin = from;
            rect.anchorMax = to;
            rect.offsetMin = Vector2.zero;
            rect.offsetMax = Vector2.zero;
            return rect;
        }

        public RectTransform Panel(Transform parent)
        {
            RectTransform panel = Box(parent, "Panel", new Vector2(0.15f, 0.06f), new Vector2(0.85f, 0.94f));
            panel.gameObject.AddComponent<Image>().color = BackgroundColor;
            return panel;
        }

        /// <summary>A row at the top of the panel. What is added stands side by side.</summary>
        public RectTransform TopRow(Transform parent)
        {
            RectTransform row = Box(parent, "Top", new Vector2(0, 1), Vector2.one);
            row.offsetMin = new Vector2(16, -16 - LineHeight);
            row.offsetMax = new Vector2(-16, -16);
            SideBySide(row);
            return row;
        }

        /// <summary>
        /// The rest of the panel. What is added stands below each other, and scrolls.
        /// </summary>
        public RectTransform Scroll(Transform parent)
        {
            RectTransform view = Box(parent, "Scroll", Vector2.zero, Vector2.one);
            view.offsetMin = new Vector2(16, 16);
            view.offsetMax = new Vector2(-16, -32 - LineHeight);
            view.gameObject.AddComponent<RectMask2D>();
            // Only what is drawn can be dragged.
            view.gameObject.AddComponent<Image>().color = Color.clear;
            RectTransform content = Box(view, "Content", new Vector2(0, 1), Vector2.one);
            content.pivot = new Vector2(0.5f, 1);
            VerticalLayoutGroup layout = content.gameObject.AddComponent<VerticalLayoutGroup>();
            layout.spacing = 8;
            layout.childControlWidth = true;
            layout.childControlHeight = true;
            layout.childForceExpandHeight = false;
            ContentSizeFitter fitter = content.gameObject.AddComponent<ContentSizeFitter>();
            fitter.verticalFit = ContentSizeFitter.FitMode.PreferredSize;
            ScrollRect scroll = view.gameObject.AddComponent<ScrollRect>();
            scroll.content = content;
            scroll.viewport = view;
            scroll.horizontal = false;
            scroll.scrollSensitivity = 30;
            return content;
        }

        public RectTransform Row(Transform parent)
        {
            RectTransform row = Box(parent, "Row", Vector2.zero, Vector2.one);
            SideBySide(row);
            row.gameObject.AddComponent<LayoutElement>().minHeight = LineHeight;
            return row;
        }

        private static void SideBySide(RectTransform row)
        {
            HorizontalLayoutGroup layout = row.gameObject.AddComponent<HorizontalLayoutGroup>();
            layout.spacing = 8;
            layout.childControlWidth = true;
            layout.childControlHeight = true;
        }

        public Text Label(Transform parent, string text, bool isFaint = false)
        {
            Text label = NewText(Box(parent, "Label", Vector2.zero, Vector2.one), text);
            if (isFaint) label.color = FaintColor;
            return label;
        }

        private Text NewText(RectTransform box, string text)
        {
            Text label = box.gameObject.AddComponent<Text>();
            label.font = font;
            label.fontSize = FontSize;
            label.color = InkColor;
            // Texts of players and of the team are no markup.
            label.supportRichText = false;
            label.text = Models.Cut(text ?? "", MaxTextLength);
            label.horizontalOverflow = HorizontalWrapMode.Wrap;
            label.verticalOverflow = VerticalWrapMode.Overflow;
            return label;
        }

        public Button NewButton(Transform parent, string text, UnityAction onClick)
        {
            RectTransform box = Box(parent, "Button", Vector2.zero, Vector2.one);
            box.gameObject.AddComponent<Image>().color = ButtonColor;
            box.gameObject.AddComponent<LayoutElement>().minHeight = LineHeight;
            Button button = box.gameObject.AddComponent<Button>();
            Text label = NewText(Inside(box), text);
            label.alignment = TextAnchor.MiddleCenter;
            button.onClick.AddListener(onClick);
            MakeSelectable(button);
            return button;
        }

        public static void SetText(Button button, string text)
        {
            button.GetComponentInChildren<Text>().text = Models.Cut(text, MaxTextLength);
        }

        public InputField Input(Transform parent, string hint, string text, int maxLength, int lines,
            UnityAction<string> onChange)
        {
            RectTransform box = Box(parent, "Input", Vector2.zero, Vector2.one);
            box.gameObject.AddComponent<Image>().color = FieldColor;
            box.gameObject.AddComponent<LayoutElement>().minHeight = LineHeight + (lines - 1) * (FontSize + 6);
            InputField input = box.gameObject.AddComponent<InputField>();
            input.placeholder = NewText(Inside(box), hint);
            input.placeholder.color = FaintColor;
            input.textComponent = NewText(Inside(box), "");
            input.textComponent.verticalOverflow = VerticalWrapMode.Truncate;
            input.lineType = lines > 1 ? InputField.LineType.MultiLineNewline : InputField.LineType.SingleLine;
            input.characterLimit = maxLength;
            input.text = text;
            input.onValueChanged.AddListener(onChange);
            MakeSelectable(input);
            return input;
        }

        private static RectTransform Inside(RectTransform box)
        {
            RectTransform inside = Box(box, "Text", Vector2.zero, Vector2.one);
            inside.offsetMin = new Vector2(10, 6);
            inside.offsetMax = new Vector2(-10, -6);
            return inside;
        }

        /// <summary>A gamepad or the arrow keys go from one to the next.</summary>
        private void MakeSelectable(Selectable one)
        {
            Navigation navigation = one.navigation;
            navigation.mode = Navigation.Mode.Automatic;
            one.navigation = navigation;
            ColorBlock colors = one.colors;
            colors.selectedColor = new Color(1, 0.85f, 0.4f);
            colors.highlightedColor = new Color(0.85f, 0.9f, 1);
            one.colors = colors;
            one.gameObject.AddComponent<CancelListener>().OnCancelled = onCancel;
        }

        /// <summary>Without an event system nothing can be pressed.</summary>
        public static void NeedEventSystem()
        {
            if (EventSystem.current != null) return;
            var holder = new GameObject("EventSystem", typeof(EventSystem));
#if ENABLE_LEGACY_INPUT_MANAGER
            holder.AddComponent<StandaloneInputModule>();
#else
            const string warning = "Player Support: the scene needs an EventSystem with an InputSystemUIInputModule.";
            Debug.LogWarning(warning, holder);
#endif
        }

        public void Clear(Transform parent)
        {
            // A gamepad needs something that is selected.
            GameObject selected = EventSystem.current == null ? null : EventSystem.current.currentSelectedGameObject;
            if (selected != null && selected.transform.IsChildOf(parent)) Select(Fallback);
            for (int index = parent.childCount - 1; index >= 0; index--)
            {
                Transform child = parent.GetChild(index);
                // Destroyed at the end of the frame: until then it must not take part in the layout.
                child.SetParent(null, false);
                UnityEngine.Object.Destroy(child.gameObject);
            }
        }

        public static void Select(Selectable one)
        {
            if (EventSystem.current != null && one != null) EventSystem.current.SetSelectedGameObject(one.gameObject);
        }
    }
}
