import { useQueueNames } from '../data/queue/use-queue-names.ts';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';
import { isRest, type Key, valueText } from './series-name.ts';

/** Names series and types, with the console's labels of types. */
export function useSeriesNames(projectId: string) {
  const { t } = useText();
  const { typeLabel } = useQueueNames();
  const typeOf = (type: string) => (isRest(type) ? t('radar.rest') : typeLabel(type, projectId) || t('label.no-type'));
  /** Such as "Bug · 2.4.1 · ios". Each part is isolated: games choose them. */
  const nameOf = ({ build, platform, type }: Key) =>
    [typeOf(type), valueText('build', build, t), valueText('platform', platform, t)].map(isolated).join(' · ');
  return { nameOf, typeOf };
}
