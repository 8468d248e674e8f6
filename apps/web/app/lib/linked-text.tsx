import { linkParts } from './links.ts';

/**
 * Shows text that a person typed as plain text: http(s) addresses become links, line breaks stay, nothing is read as HTML.
 * Addresses run from left to right in text of any direction.
 */
export const LinkedText = ({ text, className = '' }: { text: string; className?: string }) => (
  <div className={`whitespace-pre-wrap wrap-anywhere ${className}`} dir="auto">
    {linkParts(text).map(({ text: shown, href }, index) =>
      href === undefined ? (
        shown
      ) : (
        <a
          key={index}
          href={href}
          dir="ltr"
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="text-primary underline underline-offset-2"
        >
          {shown}
        </a>
      ),
    )}
  </div>
);
