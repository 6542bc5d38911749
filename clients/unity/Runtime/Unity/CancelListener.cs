using System;
using UnityEngine;
using UnityEngine.EventSystems;

namespace PlayerSupportClient
{
    /// <summary>
    /// The event system tells Cancel only to the selected object, so each one has this.
    /// </summary>
    internal sealed class CancelListener : MonoBehaviour, ICancelHandler
    {
        public Action OnCancelled;

        public void OnCancel(BaseEventData eventData)
        {
            if (OnCancelled != null) OnCancelled();
        }
    }
}
