// See UnityEngine.cs.
using System;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    public abstract class Graphic : UIBehaviour
    {
        public virtual Color color { get; set; }
    }

    public abstract class MaskableGraphic : Graphic { }
    public class Image : MaskableGraphic { }
    public class RectMask2D : UIBehaviour { }
    public class GraphicRaycaster : UIBehaviour { }

    public class Text : MaskableGraphic
    {
        public Font font { get; set; }
        public int fontSize { get; set; }
        public bool supportRichText { get; set; }
        public virtual string text { get; set; }
        public TextAnchor alignment { get; set; }
        public HorizontalWrapMode horizontalOverflow { get; set; }
        public VerticalWrapMode verticalOverflow { get; set; }
    }

    public struct Navigation
    {
        [Flags]
        public enum Mode { None = 0, Horizontal = 1, Vertical = 2, Automatic = 3, Explicit = 4 }
        public Mode mode { get; set; }
    }

    public struct ColorBlock
    {
        public Color highlightedColor { get; set; }
        public Color selectedColor { get; set; }
    }

    public class Selectable : UIBehaviour
    {
        public Navigation navigation { get; set; }
        public ColorBlock colors { get; set; }
    }

    public class Button : Selectable
    {
        public class ButtonClickedEvent : UnityEvent { }
        public ButtonClickedEvent onClick { get; set; }
    }

    public class InputField : Selectable
    {
        public enum ContentType { Standard, Autocorrected, IntegerNumber, DecimalNumber }
        public enum LineType { SingleLine, MultiLineSubmit, MultiLineNewline }
        public class OnChangeEvent : UnityEvent<string> { }
        public Graphic placeholder { get; set; }
        public Text textComponent { get; set; }
        public LineType lineType { get; set; }
        public ContentType contentType { get; set; }
        public int characterLimit { get; set; }
        public string text { get; set; }
        public bool isFocused { get { return false; } }
        public OnChangeEvent onValueChanged { get; set; }
    }

    public class ScrollRect : UIBehaviour
    {
        public RectTransform content { get; set; }
        public RectTransform viewport { get; set; }
        public bool horizontal { get; set; }
        public float scrollSensitivity { get; set; }
    }

    public class CanvasScaler : UIBehaviour
    {
        public enum ScaleMode { ConstantPixelSize, ScaleWithScreenSize, ConstantPhysicalSize }
        public ScaleMode uiScaleMode { get; set; }
        public Vector2 referenceResolution { get; set; }
        public float matchWidthOrHeight { get; set; }
    }

    public abstract class LayoutGroup : UIBehaviour { }

    public abstract class HorizontalOrVerticalLayoutGroup : LayoutGroup
    {
        public float spacing { get; set; }
        public bool childControlWidth { get; set; }
        public bool childControlHeight { get; set; }
        public bool childForceExpandHeight { get; set; }
    }

    public class HorizontalLayoutGroup : HorizontalOrVerticalLayoutGroup { }
    public class VerticalLayoutGroup : HorizontalOrVerticalLayoutGroup { }

    public class LayoutElement : UIBehaviour
    {
        public virtual float minHeight { get; set; }
    }

    public class ContentSizeFitter : UIBehaviour
    {
        public enum FitMode { Unconstrained, MinSize, PreferredSize }
        public FitMode verticalFit { get; set; }
    }
}
