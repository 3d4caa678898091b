// Shows a file over its pane. Formats that can contain scripts are shown in a frame that runs none.
import { ChevronLeft, Download } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { JsonTree } from '../tree/json-tree.tsx';
import { fileKind, fileNameOf, type ItemFile } from './files.ts';
import { SafeFrame } from './html-view.tsx';
import { download, useFile, type FileState } from './use-file.ts';

/** Maximum number of bytes of a text file that are shown. */
const MAX_TEXT_BYTES = 2_000_000;

export function BinaryWindow({ file, onClose }: { readonly file: ItemFile; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('data');
  const state = useFile(file);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    back.current?.focus();
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    <div
      className="data-window"
      role="group"
      aria-label={fileNameOf(file)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Escape closes this window, not the node view.
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        onClose();
      }}
    >
      <div className="data-window-head">
        <Button ref={back} kind="quiet" size="small" onClick={onClose}>
          <Icon of={ChevronLeft} size={14} />
          {t('binary.back')}
        </Button>
        <span className="data-window-name" title={fileNameOf(file)}>
          {fileNameOf(file)}
        </span>
        {state.kind === 'there' ? (
          <IconButton label={t('binary.download')} size="small" onClick={() => download(file)}>
            <Icon of={Download} size={14} />
          </IconButton>
        ) : null}
      </div>
      <div className="data-window-body">
        <Shown file={file} state={state} />
      </div>
    </div>
  );
}

function Shown({ file, state }: { readonly file: ItemFile; readonly state: FileState }): ReactNode {
  const { t } = useTranslation('data');
  const [hasFailed, setHasFailed] = useState(false);
  if (state.kind === 'failed' || hasFailed) return <p role="alert">{t('binary.failed')}</p>;
  if (state.kind === 'loading') return <p role="status">{t('binary.loading')}</p>;
  const name = fileNameOf(file);
  const fail = (): void => setHasFailed(true);
  switch (fileKind(file.entry)) {
    case 'image':
      return <img src={state.url} alt={name} onError={fail} />;
    case 'audio':
      return <audio src={state.url} controls aria-label={name} onError={fail} />;
    case 'video':
      return <video src={state.url} controls aria-label={name} onError={fail} />;
    case 'pdf':
      return <iframe src={state.url} title={name} />;
    default:
      return <ShownText file={file} blob={state.blob} onFail={fail} />;
  }
}

function ShownText({
  file,
  blob,
  onFail,
}: {
  readonly file: ItemFile;
  readonly blob: Blob | undefined;
  readonly onFail: () => void;
}): ReactNode {
  const { t } = useTranslation('data');
  const [text, setText] = useState<string>();
  const failed = useRef(onFail);
  failed.current = onFail;
  useEffect(() => {
    let isCurrent = true;
    void blob
      ?.slice(0, MAX_TEXT_BYTES)
      .text()
      .then(
        (read) => (isCurrent ? setText(read) : undefined),
        () => failed.current(),
      );
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  if (text === undefined) return <p role="status">{t('binary.loading')}</p>;
  const kind = fileKind(file.entry);
  if (kind === 'html') return <SafeFrame html={text} title={fileNameOf(file)} />;
  const value = kind === 'json' ? parseJson(text) : undefined;
  if (value !== undefined) return <JsonTree label={fileNameOf(file)} prefix="file" values={[value.json]} isList={false} />;
  return (
    <pre tabIndex={0}>
      {text}
      {blob !== undefined && blob.size > MAX_TEXT_BYTES ? `\n${t('binary.cut')}` : ''}
    </pre>
  );
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
