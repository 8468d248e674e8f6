import { showToast } from '../../lib/toast-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, CountBadge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton, Spinner } from '../../ui/loading.tsx';

const tones = ['neutral', 'primary', 'apricot', 'lavender', 'ok', 'warn', 'danger'] as const;
const names = ['Ana Souza', 'Björn', 'Chidi Okafor', 'Dana van der Meer', '李 小龙', ''] as const;

export function FeedbackSection() {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-xl">Feedback</h2>
      <div className="flex flex-wrap items-center gap-3">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <CountBadge count={3} label="unread conversations" />
        <CountBadge count={120} label="unread conversations" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {names.map((name, position) => (
          <Avatar key={name} id={`0193-${position * 7}`} name={name} />
        ))}
        <Avatar id="small" name="Small One" size="small" />
        <Avatar id="large" name="Large One" size="large" />
        <Avatar id="huge" name="Huge One" size="huge" />
        <Avatar id="broken" name="Broken Image" imageUrl="/missing.png" />
      </div>
      <Banner tone="info">New words from the garden group.</Banner>
      <Banner tone="ok" title="Saved">
        Your profile is up to date.
      </Banner>
      <Banner tone="warn" title="You are offline">
        What you write stays on this screen.
      </Banner>
      <Banner
        tone="danger"
        title="That did not work"
        action={
          <Button size="small" variant="secondary">
            Try again
          </Button>
        }
      >
        Nothing was changed.
      </Banner>
      <Card className="flex items-center gap-3">
        <Skeleton isRound className="size-11" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-2/3" />
        </div>
        <Spinner size="large" label="Loading" />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => showToast({ title: 'Success', description: 'Your post has been shared with the community' })}
        >
          Show a toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            showToast({
              title: 'Error',
              description: 'Failed to create post. Please try again.',
              variant: 'destructive',
            })
          }
        >
          Show a failure
        </Button>
      </div>
    </section>
  );
}
