// A text in Markdown, sanitized. Its library is loaded with the first text.
import { useEffect, useState, type ReactNode } from 'react';

export function Markdown({ text }: { readonly text: string }): ReactNode {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void import('../../ui/markdown.ts').then(({ renderMarkdown }) => (isCurrent ? setHtml(renderMarkdown(text)) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  // oxlint-disable-next-line react/no-danger -- sanitized by renderMarkdown
  return <div className="template-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
