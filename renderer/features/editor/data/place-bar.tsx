// Shows the path of the active value, with buttons that copy it or insert it into a parameter.
import { Braces, Copy, CornerUpRight, ListTree, TextAlignStart } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parameterLabel } from '../../../../engine/workflow/issues/parameter-names.ts';
import { IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { sendToLastUsed } from '../mapping/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import { choose } from './display.ts';
import { usePane } from './pane-context.tsx';
import { valueAt } from './place.ts';
import { ancestorItems } from './tree/ancestors.ts';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';

/** Milliseconds for which a confirmation is shown. */
const CONFIRMATION_DURATION = 2000;

export function PlaceBar(): ReactNode {
  const { t } = useTranslation('data');
  const { items, position, display, canMap, codeOf } = usePane();
  const open = useOpenNode();
  const { description } = open;
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (announcement === '') return undefined;
    const timer = setTimeout(() => setAnnouncement(''), CONFIRMATION_DURATION);
    return () => clearTimeout(timer);
  }, [announcement]);
  const copy = (text: string): void =>
    void copyText(text).then((isDone) => setAnnouncement(t(isDone ? 'place.copied' : 'place.notCopied')));
  const code = position === undefined ? undefined : codeOf(position.keys, position.from);
  const use = (): void => {
    if (code === undefined || position === undefined) return;
    const path = sendToLastUsed({ code, label: String(position.keys.at(-1) ?? code) });
    const name = path === undefined ? undefined : (parameterLabel(description?.properties ?? [], path) ?? path);
    setAnnouncement(name === undefined ? t('place.noField') : t('place.used', { name }));
  };
  return (
    <div className="data-place">
      <code className="data-place-path" title={code}>
        {code ?? t('place.none')}
      </code>
      <span className="data-place-said" role="status">
        {announcement}
      </span>
      {canMap ? (
        <IconButton label={t('place.use')} side="top" size="small" disabled={code === undefined} onClick={use}>
          <Icon of={CornerUpRight} size={14} />
        </IconButton>
      ) : null}
      <IconButton label={t('place.copyPath')} side="top" size="small" disabled={code === undefined} onClick={() => copy(code ?? '')}>
        <Icon of={Braces} size={14} />
      </IconButton>
      <IconButton
        label={t('place.copyValue')}
        side="top"
        size="small"
        disabled={position === undefined}
        onClick={() =>
          position === undefined
            ? undefined
            : copy(valueText(valueAt(position.from === undefined ? items : ancestorItems(open, position.from), position)))
        }
      >
        <Icon of={Copy} size={14} />
      </IconButton>
      {display === 'json' ? <JsonTools onCopy={copy} /> : null}
    </div>
  );
}

function JsonTools({ onCopy }: { readonly onCopy: (text: string) => void }): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, start, end, choice } = usePane();
  const copyPage = (): void => {
    const page = items.slice(start, end).map(({ json }) => json);
    onCopy(stringifyExactly(page, 2));
  };
  return (
    <>
      <button type="button" className="data-place-all" onClick={copyPage}>
        {t('place.copyAll')}
      </button>
      <IconButton
        label={t(choice.isText ? 'place.asTree' : 'place.asText')}
        side="top"
        size="small"
        onClick={() => choose(side, { isText: !choice.isText })}
      >
        <Icon of={choice.isText ? ListTree : TextAlignStart} size={14} />
      </IconButton>
    </>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (stringifyExactly(value, 2) ?? ''));
