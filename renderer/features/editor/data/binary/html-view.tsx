// Renders a field that contains an HTML page, one item at a time, in a sandboxed frame.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { htmlKeyOf } from '../display.ts';
import { usePane } from '../pane-context.tsx';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; font-src data:; media-src data:";

/** Returns a page with a policy that forbids scripts and network access, except for images. */
const framed = (html: string): string => `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}`;

export function SafeFrame({ html, title }: { readonly html: string; readonly title: string }): ReactNode {
  return <iframe className="data-frame" sandbox="" referrerPolicy="no-referrer" srcDoc={framed(html)} title={title} />;
}

export function HtmlView(): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end } = usePane();
  const [offset, setOffset] = useState(0);
  const item = Math.min(start + offset, end - 1);
  const currentItem = items[item];
  const key = htmlKeyOf(currentItem);
  const html = key === undefined ? undefined : ownValue(currentItem?.json, key);
  return (
    <div className="data-html">
      {end - start < 2 ? null : (
        <div className="data-html-head">
          <IconButton label={t('html.before')} size="small" disabled={item === start} onClick={() => setOffset(item - start - 1)}>
            <Icon of={ChevronLeft} size={14} />
          </IconButton>
          <span role="status">{t('html.item', { number: item + 1, count: items.length })}</span>
          <IconButton label={t('html.next')} size="small" disabled={item >= end - 1} onClick={() => setOffset(item - start + 1)}>
            <Icon of={ChevronRight} size={14} />
          </IconButton>
        </div>
      )}
      {typeof html === 'string' ? (
        <SafeFrame html={html} title={t('html.title', { key: key ?? '' })} />
      ) : (
        <p className="data-nothing">{t('html.none')}</p>
      )}
    </div>
  );
}
