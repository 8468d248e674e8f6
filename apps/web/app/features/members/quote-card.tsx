import { LinkedText } from '../../lib/linked-text.tsx';
import { Card } from '../../ui/card.tsx';

export function QuoteCard({ quote, isOwn }: { quote: string | null; isOwn: boolean }) {
  if (quote === null && !isOwn) return null;
  return (
    <Card as="section" aria-labelledby="quote-title">
      <h2 id="quote-title" className="text-lg">
        Favorite Quote
      </h2>
      {quote === null ? (
        <p className="mt-2 text-sm text-muted">A line that stays with you could stand here.</p>
      ) : (
        <blockquote className="mt-3 border-l-2 border-apricot-fill pl-4 font-heading text-base italic">
          <LinkedText text={quote} />
        </blockquote>
      )}
    </Card>
  );
}
