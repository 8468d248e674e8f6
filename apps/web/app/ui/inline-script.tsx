import { use } from 'react';
import { DocumentContext } from '../lib/document.ts';

type InlineScriptProps = { code: string; 'data-application'?: ''; noModule?: true };

/** A script that runs before React. The browser does not know its code and keeps the one of the server's HTML. */
export function InlineScript({ code, ...attributes }: InlineScriptProps) {
  const { nonce } = use(DocumentContext);
  return <script {...attributes} nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} suppressHydrationWarning />;
}
