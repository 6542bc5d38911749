using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;
using UnityEngine.UI;

namespace PlayerSupportClient
{
    /// <summary>
    /// The page of the panel for a new ticket. It keeps what was written until it is sent.
    /// </summary>
    internal sealed class SupportForm
    {
        private const int MaxSubject = 120;
        private const int MaxMessage = 4000;
        private const int MaxAnswer = 200;
        private const int MaxLongAnswer = 1000;

        private readonly PlayerSupport support;
        private readonly Ui ui;
        private readonly SupportPanelTexts texts;
        private readonly RectTransform content;
        private readonly Action onSent;

        private readonly Dictionary<string, object> answers = new Dictionary<string, object>();
        private List<TicketType> types;
        private int typeIndex;
        private string message = "";
        private bool withScreenshot = true;
        private bool isStale;
        private InputField messageField;
        private Text status;

        /// <summary>False: another page of the panel is shown.</summary>
        public bool IsShown;

        /// <summary>Null: there is none.</summary>
        public NewFile Screenshot;
        public Func<List<NewFile>> MoreFiles;

        public SupportForm(PlayerSupport support, Ui ui, SupportPanelTexts texts, RectTransform content, Action onSent)
        {
            this.support = support;
            this.ui = ui;
            this.texts = texts;
            this.content = content;
            this.onSent = onSent;
            // Until the server has told its types, or if it cannot be reached.
            types = new List<TicketType>();
            foreach (string type in new[] { "bug", "payment", "account", "feedback", "other" })
                types.Add(new TicketType { Type = type, Fields = new List<TicketField>() });
        }

        public void SetTypes(List<TicketType> loaded)
        {
            if (loaded.Count == 0) return;
            string chosen = types[typeIndex].Type;
            types = loaded;
            typeIndex = Math.Max(0, types.FindIndex(one => one.Type == chosen));
            isStale = true;
        }

        public void ShowAgainIfStale()
        {
            // The field would lose what is being typed.
            if (isStale && IsShown && !messageField.isFocused) Show();
        }

        public void Show()
        {
            IsShown = true;
            isStale = false;
            ui.Clear(content);
            TicketType type = types[typeIndex];
            ui.NewButton(content, texts.About + NameOf(type), () =>
            {
                typeIndex = (typeIndex + 1) % types.Count;
                ShowAgain(0);
            });
            messageField = ui.Input(content, texts.WriteHere, message, MaxMessage, 6, text => message = text);
            foreach (TicketField field in type.Fields)
                if (field.IsAsked(answers)) ShowField(field);
            if (Screenshot != null)
            {
                Button picture = null;
                picture = ui.NewButton(content, TextOfScreenshot(), () =>
                {
                    withScreenshot = !withScreenshot;
                    Ui.SetText(picture, TextOfScreenshot());
                });
            }
            ui.NewButton(content, texts.Send, Send);
            status = ui.Label(content, "", true);
        }

        /// <summary>A gamepad goes on where it was.</summary>
        private void ShowAgain(int selected)
        {
            Show();
            Button[] buttons = content.GetComponentsInChildren<Button>();
            Ui.Select(buttons[Math.Min(selected, buttons.Length - 1)]);
        }

        private static string NameOf(TicketType type)
        {
            return type.Type.Replace('_', ' ');
        }

        private string TextOfScreenshot()
        {
            return texts.Screenshot + (withScreenshot ? texts.Yes : texts.No);
        }

        private void ShowField(TicketField field)
        {
            string label = field.Label + (field.Required ? texts.Required : "");
            if (field.Kind == "choice")
                ShowChoice(field, label, field.Choices.ConvertAll(one => (object)one.Key));
            else if (field.Kind == "yes_no") ShowChoice(field, label, new List<object> { true, false });
            else
            {
                ui.Label(content, label, true);
                bool isLong = field.Kind == "long_text";
                string hint = field.Help ?? (field.Kind == "date" ? "2026-01-31" : "");
                InputField input = ui.Input(content, hint, AnswerOf(field) as string ?? "",
                    isLong ? MaxLongAnswer : MaxAnswer, isLong ? 3 : 1, text => answers[field.Name] = text);
                if (field.Kind == "number") input.contentType = InputField.ContentType.DecimalNumber;
            }
        }

        /// <summary>Each press takes the next choice, which a gamepad can do too.</summary>
        private void ShowChoice(TicketField field, string label, List<object> values)
        {
            int index = values.IndexOf(AnswerOf(field));
            int place = content.GetComponentsInChildren<Button>().Length;
            ui.NewButton(content, label + ": " + TextOf(field, index < 0 ? null : values[index]), () =>
            {
                answers[field.Name] = index + 1 < values.Count ? values[index + 1] : null;
                // Another field can depend on it.
                ShowAgain(place);
            });
        }

        private object AnswerOf(TicketField field)
        {
            object answer;
            return answers.TryGetValue(field.Name, out answer) ? answer : null;
        }

        private string TextOf(TicketField field, object value)
        {
            if (value == null) return texts.NoAnswer;
            if (value is bool) return (bool)value ? texts.Yes : texts.No;
            return field.Choices.Find(one => one.Key == (string)value).Value;
        }

        private void Send()
        {
            string text = message.Trim();
            if (text == "")
            {
                status.text = texts.MessageMissing;
                return;
            }
            // The types have just arrived: show the fields first.
            if (isStale) Show();
            TicketType type = types[typeIndex];
            Dictionary<string, object> given = Given(type);
            if (given == null) return;
            var files = new List<NewFile>();
            if (Screenshot != null && withScreenshot) files.Add(Screenshot);
            if (MoreFiles != null) files.AddRange(MoreFiles());
            string id = support.Tickets.Create(new NewTicket
            {
                Type = type.Type,
                Subject = Models.Cut(text.Split('\n')[0].Trim(), MaxSubject),
                Message = text,
                Files = files,
                FormVersion = type.FormVersion,
                Answers = type.FormVersion == null ? null : given,
            });
            if (id == null)
            {
                status.text = texts.NotKept;
                return;
            }
            message = "";
            answers.Clear();
            Screenshot = null;
            onSent();
        }

        /// <summary>Null, and a line for the player, if an answer is missing.</summary>
        private Dictionary<string, object> Given(TicketType type)
        {
            var given = new Dictionary<string, object>();
            foreach (TicketField field in type.Fields)
            {
                if (!field.IsAsked(answers)) continue;
                object answer = AnswerOf(field);
                if (field.Kind == "number" && answer != null)
                {
                    double number;
                    bool isNumber = double.TryParse(((string)answer).Replace(',', '.'), NumberStyles.Float,
                        CultureInfo.InvariantCulture, out number);
                    answer = isNumber ? (object)number : null;
                }
                if (answer is string && ((string)answer).Trim() == "") answer = null;
                if (answer != null) given[field.Name] = answer;
                else if (field.Required)
                {
                    status.text = texts.AnswerMissing + field.Label;
                    return null;
                }
            }
            return given;
        }
    }
}
