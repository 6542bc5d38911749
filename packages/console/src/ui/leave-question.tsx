import { Button, Stack, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { answerLeave } from './unsaved.ts';

const stay = () => answerLeave('stay');

export function LeaveQuestion() {
  const { t } = useText();
  return (
    <Dialog title={t('leave.title')} onClose={stay}>
      <Stack>
        <Text>{t('leave.text')}</Text>
        <DialogFooter>
          <Button variant="default" onClick={() => answerLeave('discard')}>
            {t('leave.discard')}
          </Button>
          <Button onClick={stay} data-autofocus>
            {t('leave.stay')}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
