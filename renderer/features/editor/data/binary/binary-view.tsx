// Cards for the files of the items on the current page.
import './binary.css';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { usePane } from '../pane-context.tsx';
import { BinaryWindow } from './binary-window.tsx';
import { fileKind, fileNameOf, filesOf, sizeText, type ItemFile } from './files.ts';
import { download } from './use-file.ts';

/** Maximum number of cards that are rendered. */
const MAX_CARDS = 500;

export function BinaryView(): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end } = usePane();
  const [openFile, setShown] = useState<ItemFile>();
  const files = useMemo(() => filesOf(items, start, end), [items, start, end]);
  if (files.length === 0) return <p className="data-nothing">{t('binary.none')}</p>;
  return (
    <>
      <ul className="data-scroll data-files" tabIndex={0} aria-label={t('binary.label')}>
        {files.slice(0, MAX_CARDS).map((file) => (
          <FileCard key={`${file.item} ${file.name}`} file={file} onShow={() => setShown(file)} />
        ))}
        {files.length > MAX_CARDS ? <li className="data-mark">{t('binary.more', { count: files.length - MAX_CARDS })}</li> : null}
      </ul>
      {openFile === undefined ? null : <BinaryWindow file={openFile} onClose={() => setShown(undefined)} />}
    </>
  );
}

function FileCard({ file, onShow }: { readonly file: ItemFile; readonly onShow: () => void }): ReactNode {
  const { t } = useTranslation('data');
  const [hasFailed, setHasFailed] = useState(false);
  const { name, entry, item } = file;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['fileName', entry.fileName],
    ['directory', entry.directory],
    ['extension', entry.fileExtension],
    ['type', entry.mimeType],
    ['size', sizeText(entry)],
  ];
  const save = (): void => {
    try {
      download(file);
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <li className="data-file">
      <strong className="data-file-name">{name}</strong>
      <span className="data-file-item">{t('binary.item', { number: item + 1 })}</span>
      <dl>
        {facts.map(([fact, value]) =>
          value === undefined || value === '' ? null : (
            <div key={fact}>
              <dt>{t(`binary.${fact}`)}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {hasFailed ? <p className="data-failed">{t('binary.failed')}</p> : null}
      <div className="data-file-actions">
        {fileKind(entry) === 'other' ? null : (
          <Button size="small" aria-label={t('binary.showNamed', { name: fileNameOf(file) })} onClick={onShow}>
            {t('binary.show')}
          </Button>
        )}
        <Button size="small" aria-label={t('binary.downloadNamed', { name: fileNameOf(file) })} onClick={save}>
          {t('binary.download')}
        </Button>
      </div>
    </li>
  );
}
