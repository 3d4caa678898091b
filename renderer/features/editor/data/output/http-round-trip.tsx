// Shows a failed HTTP request and its response.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HttpRoundTrip, RecordedBody } from '../../../../../engine/contract/http-round-trip.ts';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { CopyButton } from '../../../../ui/copy.tsx';

/** Returns the exchange stored with an error; undefined if there is none. */
export function roundTripOf({ context }: ErrorData): HttpRoundTrip | undefined {
  const roundTrip = context?.['exchange'];
  const isRoundTrip =
    isRecord(roundTrip) && [roundTrip['request'], roundTrip['response']].every((each) => isRecord(each) && isRecord(each['headers']));
  return isRoundTrip ? (roundTrip as unknown as HttpRoundTrip) : undefined;
}

export function HttpRoundTripView({ roundTrip: { request, response } }: { readonly roundTrip: HttpRoundTrip }): ReactNode {
  const { t } = useTranslation('data');
  return (
    <>
      <Part name={t('error.response')} line={`${response.status} ${response.statusText}`.trim()} {...response} isOpen />
      <Part name={t('error.request')} line={`${request.method} ${request.url}`} {...request} />
    </>
  );
}

interface PartProps {
  readonly name: string;
  /** The status line, or the method and the URL. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RecordedBody;
  readonly isOpen?: boolean;
}

function Part({ name, line, headers, body, isOpen = false }: PartProps): ReactNode {
  const { t } = useTranslation('data');
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  return (
    <details className="data-error-details" open={isOpen}>
      <summary>
        {name} <code className="data-error-line">{line}</code>
      </summary>
      <div className="data-error-part">
        {body === undefined ? null : (
          <>
            <div className="data-error-part-head">
              <h4>{t('error.body')}</h4>
              <CopyButton label={t('error.copyBody')} text={body.text} isSmall />
            </div>
            <pre tabIndex={0} role="region" aria-label={`${name}: ${t('error.body')}`}>
              {body.text}
            </pre>
            {body.isCut ? <p className="data-mark">{t('error.cut')}</p> : null}
          </>
        )}
        {lines.length === 0 ? null : (
          <>
            <h4>{t('error.headers')}</h4>
            <pre tabIndex={0} role="region" aria-label={`${name}: ${t('error.headers')}`}>
              {lines.join('\n')}
            </pre>
          </>
        )}
      </div>
    </details>
  );
}
