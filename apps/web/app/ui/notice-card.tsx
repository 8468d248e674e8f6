import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonClass, type ButtonVariant } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

type NoticeCardProps = Omit<ComponentProps<typeof EmptyState>, 'headingLevel' | 'action'> & {
  link?: { to: string; label: string; variant?: ButtonVariant };
};

/** Replaces the content of a screen, for example if its item is not available. */
export const NoticeCard = ({ link, ...notice }: NoticeCardProps) => (
  <Card>
    <EmptyState
      headingLevel="h1"
      picture="lost"
      {...notice}
      action={
        link && (
          <Link to={link.to} className={buttonClass(link.variant)}>
            {link.label}
          </Link>
        )
      }
    />
  </Card>
);
