// The signatures of UnityEngine that Runtime/Unity uses, as Unity documents them, to compile it
// without Unity. Nothing here does anything.
using System;
using System.Collections;
using UnityEngine.Events;

namespace UnityEngine
{
    public class Object
    {
        public static void Destroy(Object obj) { }
        public static void DontDestroyOnLoad(Object target) { }
        public static bool operator ==(Object x, Object y) { return ReferenceEquals(x, y); }
        public static bool operator !=(Object x, Object y) { return !ReferenceEquals(x, y); }
        public override bool Equals(object other) { return ReferenceEquals(this, other); }
        public override int GetHashCode() { return 0; }
    }

    public class Component : Object
    {
        public Transform transform { get { return null; } }
        public GameObject gameObject { get { return null; } }
        public T GetComponentInChildren<T>() { return default(T); }
        public T[] GetComponentsInChildren<T>() { return null; }
    }

    public class Behaviour : Component
    {
        public bool enabled { get; set; }
    }

    public class MonoBehaviour : Behaviour
    {
        public Coroutine StartCoroutine(IEnumerator routine) { return null; }
    }

    public class YieldInstruction { }
    public sealed class Coroutine : YieldInstruction { }
    public sealed class WaitForEndOfFrame : YieldInstruction { }

    public sealed class GameObject : Object
    {
        public GameObject() { }
        public GameObject(string name) { }
        public GameObject(string name, params Type[] components) { }
        public bool activeSelf { get { return false; } }
        public Transform transform { get { return null; } }
        public void SetActive(bool value) { }
        public T AddComponent<T>() where T : Component { return default(T); }
    }

    public class Transform : Component
    {
        public int childCount { get { return 0; } }
        public Transform GetChild(int index) { return null; }
        public bool IsChildOf(Transform parent) { return false; }
        public void SetParent(Transform parent, bool worldPositionStays) { }
    }

    public sealed class RectTransform : Transform
    {
        public Vector2 anchorMin { get; set; }
        public Vector2 anchorMax { get; set; }
        public Vector2 offsetMin { get; set; }
        public Vector2 offsetMax { get; set; }
        public Vector2 pivot { get; set; }
    }

    public struct Vector2
    {
        public float x;
        public float y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 zero { get { return new Vector2(0, 0); } }
        public static Vector2 one { get { return new Vector2(1, 1); } }
    }

    public struct Color
    {
        public Color(float r, float g, float b) { }
        public Color(float r, float g, float b, float a) { }
        public static Color white { get { return new Color(1, 1, 1); } }
        public static Color clear { get { return new Color(0, 0, 0, 0); } }
    }

    public class Font : Object { }
    public class Texture : Object { }
    public sealed class Texture2D : Texture { }

    public static class ImageConversion
    {
        public static byte[] EncodeToPNG(this Texture2D tex) { return null; }
        public static byte[] EncodeToJPG(this Texture2D tex, int quality) { return null; }
    }

    public static class ScreenCapture
    {
        public static Texture2D CaptureScreenshotAsTexture() { return null; }
    }

    public sealed class Resources
    {
        public static T GetBuiltinResource<T>(string path) where T : Object { return default(T); }
    }

    public enum RuntimePlatform { WebGLPlayer = 17 }

    public class Application
    {
        public static string persistentDataPath { get { return ""; } }
        public static string version { get { return ""; } }
        public static RuntimePlatform platform { get { return RuntimePlatform.WebGLPlayer; } }
    }

    public sealed class SystemInfo
    {
        public static string deviceModel { get { return ""; } }
        public static string operatingSystem { get { return ""; } }
    }

    public class Time
    {
        public static float unscaledTime { get { return 0; } }
    }

    public static class WebGLInput
    {
        public static bool captureAllKeyboardInput { get; set; }
    }

    public class Debug
    {
        public static void Log(object message) { }
        public static void LogWarning(object message, Object context) { }
        public static void LogError(object message, Object context) { }
    }

    public enum RenderMode { ScreenSpaceOverlay, ScreenSpaceCamera, WorldSpace }

    public sealed class Canvas : Behaviour
    {
        public RenderMode renderMode { get; set; }
        public int sortingOrder { get; set; }
    }

    public enum TextAnchor { UpperLeft, UpperCenter, UpperRight, MiddleLeft, MiddleCenter }
    public enum HorizontalWrapMode { Wrap, Overflow }
    public enum VerticalWrapMode { Truncate, Overflow }

    public enum RuntimeInitializeLoadType
    {
        AfterSceneLoad, BeforeSceneLoad, AfterAssembliesLoaded, BeforeSplashScreen, SubsystemRegistration,
    }

    [AttributeUsage(AttributeTargets.Method)]
    public class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType loadType) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class DisallowMultipleComponent : Attribute { }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menuName) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute { }

    [AttributeUsage(AttributeTargets.Field)]
    public class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip) { }
    }
}

namespace UnityEngine.Events
{
    public delegate void UnityAction();
    public delegate void UnityAction<T0>(T0 arg0);

    public class UnityEvent
    {
        public void AddListener(UnityAction call) { }
    }

    public class UnityEvent<T0>
    {
        public void AddListener(UnityAction<T0> call) { }
    }
}

namespace UnityEngine.EventSystems
{
    public abstract class UIBehaviour : MonoBehaviour { }
    public class BaseEventData { }
    public interface IEventSystemHandler { }

    public interface ICancelHandler : IEventSystemHandler
    {
        void OnCancel(BaseEventData eventData);
    }

    public class EventSystem : UIBehaviour
    {
        public static EventSystem current { get; set; }
        public GameObject currentSelectedGameObject { get { return null; } }
        public void SetSelectedGameObject(GameObject selected) { }
    }

    public class StandaloneInputModule : UIBehaviour { }
}
