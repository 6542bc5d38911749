using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace PlayerSupportClient
{
    /// <summary>
    /// An object of JSON. Its values are null, bool, long, double, string, List and JsonObject.
    /// </summary>
    public sealed class JsonObject : Dictionary<string, object>
    {
        /// <summary>The text of this name, or null.</summary>
        public string Text(string name)
        {
            return Value(name) as string;
        }

        /// <summary>
        /// The number of this name, also from a string of digits. Null if it is none.
        /// </summary>
        public double? Number(string name)
        {
            object value = Value(name);
            if (value is long) return (long)value;
            if (value is double) return (double)value;
            double parsed;
            var invariant = CultureInfo.InvariantCulture;
            bool isNumber = double.TryParse(value as string, NumberStyles.Float, invariant, out parsed);
            return isNumber && !double.IsNaN(parsed) && !double.IsInfinity(parsed) ? parsed : (double?)null;
        }

        /// <summary>True only if the value is true.</summary>
        public bool Flag(string name)
        {
            object value = Value(name);
            return value is bool && (bool)value;
        }

        /// <summary>The object of this name, or null.</summary>
        public JsonObject Object(string name)
        {
            return Value(name) as JsonObject;
        }

        /// <summary>The list of this name, or null.</summary>
        public List<object> List(string name)
        {
            return Value(name) as List<object>;
        }

        /// <summary>The objects in the list of this name. Empty if there is no such list.</summary>
        public List<JsonObject> Objects(string name)
        {
            var objects = new List<JsonObject>();
            foreach (object item in List(name) ?? new List<object>())
            {
                var found = item as JsonObject;
                if (found != null) objects.Add(found);
            }
            return objects;
        }

        private object Value(string name)
        {
            object value;
            return TryGetValue(name, out value) ? value : null;
        }
    }

    /// <summary>
    /// Reads and writes JSON without reflection, so that code stripping does no harm.
    /// </summary>
    public static class Json
    {
        /// <summary>
        /// Deeper texts are refused: they could overflow the stack, which ends the game.
        /// </summary>
        private const int MaxDepth = 64;

        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false);

        /// <summary>The object in these bytes. Null if they are anything else.</summary>
        public static JsonObject ParseObject(byte[] bytes)
        {
            if (bytes == null) return null;
            try
            {
                return new Reader(Utf8.GetString(bytes)).ReadAll() as JsonObject;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        /// <summary>Writes a value as UTF-8.</summary>
        public static byte[] Bytes(object value)
        {
            return Utf8.GetBytes(Text(value));
        }

        /// <summary>
        /// Writes a value. Half a surrogate pair becomes U+FFFD: services refuse it.
        /// </summary>
        public static string Text(object value)
        {
            var text = new StringBuilder();
            Write(text, value);
            return text.ToString();
        }

        private static void Write(StringBuilder text, object value)
        {
            if (value == null) text.Append("null");
            else if (value is string) WriteText(text, (string)value);
            else if (value is bool) text.Append((bool)value ? "true" : "false");
            else if (value is int) text.Append(((int)value).ToString(CultureInfo.InvariantCulture));
            else if (value is long) text.Append(((long)value).ToString(CultureInfo.InvariantCulture));
            else if (value is float) WriteNumber(text, (float)value);
            else if (value is double) WriteNumber(text, (double)value);
            else if (value is JsonObject) WriteObject(text, (JsonObject)value);
            else if (value is List<object>) WriteList(text, (List<object>)value);
            else throw new ArgumentException("JSON has no " + value.GetType().Name + ": give text, number or bool.");
        }

        private static void WriteNumber(StringBuilder text, double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value)) text.Append("null");
            else text.Append(value.ToString("R", CultureInfo.InvariantCulture));
        }

        private static void WriteObject(StringBuilder text, JsonObject value)
        {
            text.Append('{');
            bool isFirst = true;
            foreach (KeyValuePair<string, object> pair in value)
            {
                if (!isFirst) text.Append(',');
                isFirst = false;
                WriteText(text, pair.Key);
                text.Append(':');
                Write(text, pair.Value);
            }
            text.Append('}');
        }

        private static void WriteList(StringBuilder text, List<object> value)
        {
            text.Append('[');
            for (int index = 0; index < value.Count; index++)
            {
                if (index > 0) text.Append(',');
                Write(text, value[index]);
            }
            text.Append(']');
        }

        private static void WriteText(StringBuilder text, string value)
        {
            text.Append('"');
            for (int index = 0; index < value.Length; index++)
            {
                char one = value[index];
                if (one == '"' || one == '\\') text.Append('\\').Append(one);
                else if (one < ' ') text.Append("\\u").Append(((int)one).ToString("x4", CultureInfo.InvariantCulture));
                else if (!char.IsSurrogate(one)) text.Append(one);
                else if (index + 1 < value.Length && char.IsSurrogatePair(one, value[index + 1]))
                    text.Append(one).Append(value[++index]);
                else text.Append('\ufffd');
            }
            text.Append('"');
        }

        private sealed class Reader
        {
            private readonly string text;
            private int at;
            private int depth;

            public Reader(string text)
            {
                this.text = text;
            }

            public object ReadAll()
            {
                object value = ReadValue();
                SkipSpace();
                if (at < text.Length) throw new FormatException();
                return value;
            }

            private object ReadValue()
            {
                SkipSpace();
                if (at >= text.Length || depth >= MaxDepth) throw new FormatException();
                char first = text[at];
                if (first == '"') return ReadText();
                if (first == '{' || first == '[')
                {
                    depth++;
                    object value = first == '{' ? ReadObject() : (object)ReadList();
                    depth--;
                    return value;
                }
                if (TakeWord("true")) return true;
                if (TakeWord("false")) return false;
                if (TakeWord("null")) return null;
                return ReadNumber();
            }

            private JsonObject ReadObject()
            {
                var value = new JsonObject();
                at++;
                if (Take('}')) return value;
                do
                {
                    SkipSpace();
                    if (at >= text.Length || text[at] != '"') throw new FormatException();
                    string name = ReadText();
                    Expect(':');
                    value[name] = ReadValue();
                } while (Take(','));
                Expect('}');
                return value;
            }

            private List<object> ReadList()
            {
                var value = new List<object>();
                at++;
                if (Take(']')) return value;
                do value.Add(ReadValue()); while (Take(','));
                Expect(']');
                return value;
            }

            private string ReadText()
            {
                var value = new StringBuilder();
                at++;
                while (at < text.Length && text[at] != '"')
                {
                    char one = text[at++];
                    if (one < ' ') throw new FormatException();
                    value.Append(one == '\\' ? ReadEscape() : one);
                }
                if (at++ >= text.Length) throw new FormatException();
                return value.ToString();
            }

            private char ReadEscape()
            {
                if (at >= text.Length) throw new FormatException();
                char kind = text[at++];
                int place = "\"\\/bfnrt".IndexOf(kind);
                if (place >= 0) return "\"\\/\b\f\n\r\t"[place];
                ushort code;
                if (kind != 'u' || at + 4 > text.Length || !ushort.TryParse(text.Substring(at, 4),
                        NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                    throw new FormatException();
                at += 4;
                return (char)code;
            }

            private object ReadNumber()
            {
                int start = at;
                while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) at++;
                string number = text.Substring(start, at - start);
                long whole;
                if (long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole))
                    return whole;
                double value;
                if (double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out value)) return value;
                throw new FormatException();
            }

            private bool TakeWord(string word)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) return false;
                at += word.Length;
                return true;
            }

            private bool Take(char wanted)
            {
                SkipSpace();
                if (at >= text.Length || text[at] != wanted) return false;
                at++;
                return true;
            }

            private void Expect(char wanted)
            {
                if (!Take(wanted)) throw new FormatException();
            }

            private void SkipSpace()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            }
        }
    }
}
