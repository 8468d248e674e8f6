import { linkParts } from '../lib/links.ts';

/**
 * Shows plain text written by a member: http(s) URLs become links, line breaks stay, HTML is escaped. URLs run from
 * left to right in text of any direction.
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
