import type { MemberSummary } from '@commons/contract/members/schemas';
import type { Quote } from '@commons/contract/moderation/schemas';
import { classNames } from '../../ui/class-names.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

type QuoteBlockProps = { quote: Quote; author?: MemberSummary | null; isMarked?: boolean };

/** A quotation of a member. */
export const QuoteBlock = ({ quote, author, isMarked = false }: QuoteBlockProps) => (
  <blockquote
    className={classNames(
      'rounded-small border-s-4 bg-sunk px-4 py-3 text-sm',
      isMarked ? 'border-primary' : 'border-line',
    )}
  >
    {(author || quote.createdAt !== null) && (
      <p className="mb-1 text-xs text-muted">
        {author && <bdi className="font-semibold text-ink">{author.displayName}</bdi>}
        {author && quote.createdAt !== null && ' · '}
        {quote.createdAt !== null && <RelativeTime at={quote.createdAt} className="inline-block" />}
      </p>
    )}
    {quote.title !== null && (
      <p dir="auto" className="font-semibold wrap-anywhere">
        {quote.title}
      </p>
    )}
    {quote.content !== '' && <LinkedText text={quote.content} />}
    {quote.link !== null && <p className="mt-1 text-xs wrap-anywhere text-muted">{quote.link}</p>}
    {quote.options.length > 0 && (
      <>
        <p className="mt-2 text-xs text-muted">Poll options:</p>
        <ul className="list-disc ps-6">
          {quote.options.map((option) => (
            <li key={option} dir="auto" className="wrap-anywhere">
              {option}
            </li>
          ))}
        </ul>
      </>
    )}
    {quote.photos.map(({ url, alt }) => (
      <figure key={url} className="mt-2">
        <img src={url} alt={alt ?? 'No description'} loading="lazy" className="max-h-80 rounded-small" />
        {alt !== null && (
          <figcaption dir="auto" className="mt-1 text-xs text-muted wrap-anywhere">
            Description: {alt}
          </figcaption>
        )}
      </figure>
    ))}
    {quote.photoUrl !== null && (
      <img src={quote.photoUrl} alt="Shared with the report" loading="lazy" className="mt-2 max-h-80 rounded-small" />
    )}
  </blockquote>
);

type QuotesProps = { quotes: readonly Quote[] };

export const Quotes = ({ quotes }: QuotesProps) =>
  quotes.length > 0 && (
    <div className="flex flex-col gap-2">
      {quotes.map((quote, index) => (
        <QuoteBlock key={index} quote={quote} isMarked />
      ))}
    </div>
  );
