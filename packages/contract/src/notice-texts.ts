import type { LocalizedText, NoticeId, NoticeText } from './notices.ts';

/** Most games list titles. The subject says which ticket it is. */
const TITLE = '{{ticket.subject}}';

const texts = (
  resolved: string,
  closed: string,
  merged: string,
  isItFixed: string,
  fixed: NoticeText,
): Readonly<Record<NoticeId, NoticeText>> => ({
  'ticket-resolved': { title: TITLE, body: resolved },
  'ticket-closed': { title: TITLE, body: closed },
  'ticket-merged': { title: TITLE, body: merged },
  'ticket-fixed': { title: TITLE, body: isItFixed },
  'issue-fixed': fixed,
});

/** By language without a region: a team's text for a language never loses to a default. */
const DEFAULT_TEXTS: Readonly<Record<string, Readonly<Record<NoticeId, NoticeText>>>> = {
  en: texts(
    'This ticket was marked as resolved. If you still need help, reply to it and it opens again.',
    'This ticket was closed. If you need more help, please open a new one.',
    '“{{merged.subject}}” and “{{ticket.subject}}” are now one ticket. It has all messages of both tickets.',
    'This should be fixed in {{fix.build}}, which you have now. Is it fixed for you? If not, please write to us.',
    {
      title: 'Fixed in {{fix.build}}',
      body: '{{issue.note}}\n\nThis is fixed in {{fix.build}}, which you have now.',
    },
  ),
  de: texts(
    'Dieses Ticket wurde als gelöst markiert. Brauchst du noch Hilfe? Dann antworte einfach, und es wird wieder geöffnet.',
    'Dieses Ticket wurde geschlossen. Wenn du weitere Hilfe brauchst, erstelle bitte ein neues.',
    '„{{merged.subject}}“ und „{{ticket.subject}}“ sind jetzt ein Ticket. Es enthält alle Nachrichten beider Tickets.',
    'Das sollte in {{fix.build}} behoben sein, und diese Version hast du jetzt. Ist es bei dir behoben? Wenn nicht, schreib uns bitte.',
    {
      title: 'Behoben in {{fix.build}}',
      body: '{{issue.note}}\n\nDas ist in {{fix.build}} behoben, und diese Version hast du jetzt.',
    },
  ),
  es: texts(
    'Hemos marcado este ticket como resuelto. Si todavía necesitas ayuda, responde y se volverá a abrir.',
    'Hemos cerrado este ticket. Si necesitas más ayuda, abre uno nuevo, por favor.',
    '«{{merged.subject}}» y «{{ticket.subject}}» son ahora un solo ticket. Contiene todos los mensajes de ambos.',
    'Esto debería estar solucionado en {{fix.build}}, la versión que tienes ahora. ¿Se ha solucionado? Si no, escríbenos, por favor.',
    {
      title: 'Solucionado en {{fix.build}}',
      body: '{{issue.note}}\n\nEsto está solucionado en {{fix.build}}, la versión que tienes ahora.',
    },
  ),
  fr: texts(
    'Ce ticket a été marqué comme résolu. Si vous avez encore besoin d’aide, répondez-y et il sera rouvert.',
    'Ce ticket a été fermé. Si vous avez encore besoin d’aide, n’hésitez pas à en ouvrir un nouveau.',
    '« {{merged.subject}} » et « {{ticket.subject}} » forment maintenant un seul ticket. Il contient tous les messages des deux.',
    'Ce problème devrait être corrigé dans la version {{fix.build}}, que vous avez maintenant. Est-il corrigé chez vous ? Sinon, écrivez-nous.',
    {
      title: 'Corrigé dans la version {{fix.build}}',
      body: '{{issue.note}}\n\nCe problème est corrigé dans la version {{fix.build}}, que vous avez maintenant.',
    },
  ),
  it: texts(
    'Questo ticket è stato contrassegnato come risolto. Se hai ancora bisogno di aiuto, rispondi e verrà riaperto.',
    'Questo ticket è stato chiuso. Se hai ancora bisogno di aiuto, aprine uno nuovo.',
    '«{{merged.subject}}» e «{{ticket.subject}}» sono ora un unico ticket. Contiene tutti i messaggi di entrambi.',
    'Il problema dovrebbe essere risolto nella versione {{fix.build}}, che hai ora. È risolto anche per te? Se non lo è, scrivici.',
    {
      title: 'Risolto nella versione {{fix.build}}',
      body: '{{issue.note}}\n\nIl problema è risolto nella versione {{fix.build}}, che hai ora.',
    },
  ),
  ja: texts(
    'このお問い合わせは解決済みになりました。まだお困りの場合は、ご返信いただくと対応を再開いたします。',
    'このお問い合わせは終了しました。引き続きサポートが必要な場合は、新しくお問い合わせください。',
    '「{{merged.subject}}」と「{{ticket.subject}}」を一つのお問い合わせにまとめました。両方のメッセージがすべて含まれています。',
    'この問題は、現在お使いのバージョン {{fix.build}} で修正されているはずです。問題は解決しましたか？解決していない場合は、ご連絡ください。',
    {
      title: '{{fix.build}} で修正されました',
      body: '{{issue.note}}\n\nこの問題は、現在お使いのバージョン {{fix.build}} で修正されました。',
    },
  ),
  ko: texts(
    '이 문의는 해결된 것으로 처리되었습니다. 도움이 더 필요하시면 답장을 보내 주세요. 문의가 다시 열립니다.',
    '이 문의는 종료되었습니다. 도움이 더 필요하시면 새 문의를 남겨 주세요.',
    '‘{{merged.subject}}’ 문의와 ‘{{ticket.subject}}’ 문의가 하나로 합쳐졌습니다. 이 문의에는 두 문의의 모든 메시지가 있습니다.',
    '이 문제는 지금 사용 중인 {{fix.build}} 버전에서 수정되었습니다. 문제가 해결되었나요? 해결되지 않았다면 저희에게 알려 주세요.',
    {
      title: '{{fix.build}}에서 수정됨',
      body: '{{issue.note}}\n\n이 문제는 지금 사용 중인 {{fix.build}} 버전에서 수정되었습니다.',
    },
  ),
  pl: texts(
    'To zgłoszenie zostało oznaczone jako rozwiązane. Jeśli nadal potrzebujesz pomocy, odpowiedz, a otworzymy je ponownie.',
    'To zgłoszenie zostało zamknięte. Jeśli potrzebujesz dalszej pomocy, utwórz nowe.',
    '„{{merged.subject}}” i „{{ticket.subject}}” to teraz jedno zgłoszenie. Zawiera ono wszystkie wiadomości z obu.',
    'Ten problem powinien być naprawiony w wersji {{fix.build}}, którą już masz. Czy u Ciebie jest naprawiony? Jeśli nie, napisz do nas.',
    {
      title: 'Naprawione w wersji {{fix.build}}',
      body: '{{issue.note}}\n\nTen problem jest naprawiony w wersji {{fix.build}}, którą już masz.',
    },
  ),
  pt: texts(
    'Este chamado foi marcado como resolvido. Se ainda precisar de ajuda, é só responder que ele será reaberto.',
    'Este chamado foi encerrado. Se precisar de mais ajuda, abra um novo.',
    '“{{merged.subject}}” e “{{ticket.subject}}” agora são um só chamado. Ele contém todas as mensagens dos dois.',
    'Isso deve estar corrigido na versão {{fix.build}}, que você tem agora. Está corrigido para você? Se não estiver, escreva para nós.',
    {
      title: 'Corrigido na versão {{fix.build}}',
      body: '{{issue.note}}\n\nIsso está corrigido na versão {{fix.build}}, que você tem agora.',
    },
  ),
  ru: texts(
    'Это обращение отмечено как решённое. Если вам всё ещё нужна помощь, просто ответьте — и оно снова откроется.',
    'Это обращение закрыто. Если вам ещё нужна помощь, создайте новое.',
    'Обращения «{{merged.subject}}» и «{{ticket.subject}}» теперь объединены в одно. В нём есть все сообщения из обоих.',
    'Эта проблема должна быть исправлена в версии {{fix.build}}, которая у вас установлена. Всё исправлено? Если нет, напишите нам.',
    {
      title: 'Исправлено в версии {{fix.build}}',
      body: '{{issue.note}}\n\nЭта проблема исправлена в версии {{fix.build}}, которая у вас установлена.',
    },
  ),
  tr: texts(
    'Bu talep çözüldü olarak işaretlendi. Hâlâ yardıma ihtiyacınız varsa yanıtlamanız yeterli; talep yeniden açılır.',
    'Bu talep kapatıldı. Başka yardıma ihtiyacınız olursa lütfen yeni bir talep oluşturun.',
    '“{{merged.subject}}” ve “{{ticket.subject}}” artık tek bir talep. Bu talepte ikisinin tüm mesajları var.',
    'Bu sorun, şu anda kullandığınız {{fix.build}} sürümünde düzeltilmiş olmalı. Sizde de düzeldi mi? Düzelmediyse lütfen bize yazın.',
    {
      title: '{{fix.build}} sürümünde düzeltildi',
      body: '{{issue.note}}\n\nBu sorun, şu anda kullandığınız {{fix.build}} sürümünde düzeltildi.',
    },
  ),
  zh: texts(
    '此工单已标记为已解决。如果您仍需要帮助，直接回复即可重新打开工单。',
    '此工单已关闭。如需更多帮助，请提交新的工单。',
    '“{{merged.subject}}”和“{{ticket.subject}}”已合并为一个工单。其中包含两个工单的所有消息。',
    '此问题应该已在您当前的版本 {{fix.build}} 中修复。您的问题解决了吗？如果没有，请联系我们。',
    {
      title: '已在 {{fix.build}} 中修复',
      body: '{{issue.note}}\n\n此问题已在您当前的版本 {{fix.build}} 中修复。',
    },
  ),
};

/** English is the first. */
export function defaultTexts(notice: NoticeId): LocalizedText[] {
  return Object.entries(DEFAULT_TEXTS).map(([locale, texts]) => ({ locale, ...texts[notice] }));
}
