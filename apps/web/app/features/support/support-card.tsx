import { useQueryClient } from '@tanstack/react-query';
import { HeartHandshake, Phone } from 'lucide-react';
import { useId, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrisisLineItem, knownCrisisCountries, readCountry, telephoneUrl } from '../crisis/index.ts';

/** Number of lines of a country in the card. The crisis page has the others. */
const maxLines = 2;

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4';

/** Links open in a new tab, so that the text being written stays. */
const newTabProps = { target: '_blank', rel: 'noreferrer' } as const;

type SupportCardProps = { className: string; onDismiss: () => void };

/** Shows crisis lines to the author of a worrying text, those of the reader's country first. It blocks nothing. */
export const SupportCard = ({ className, onDismiss }: SupportCardProps) => {
  const titleId = useId();
  const queryClient = useQueryClient();
  const [country] = useState(() => knownCrisisCountries(queryClient).find(({ code }) => code === readCountry()));
  return (
    <aside
      aria-labelledby={titleId}
      data-support-card=""
      className={classNames(
        'overflow-y-auto rounded-card border border-line bg-primary-soft p-4 text-sm text-ink',
        className,
      )}
    >
      <h2 id={titleId} className="flex items-center gap-2 text-base">
        <HeartHandshake size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        We are glad you are here
      </h2>
      <p className="mt-2">
        What you wrote sounds heavy. If you are thinking of dying or of hurting yourself, you can talk to someone now.
        They will listen, whatever it is, and you do not need the right words.
      </p>
      {country ? (
        <div className="mt-3">
          <h3 className="font-text font-semibold tracking-normal">{country.name}</h3>
          <ul className="mt-2 flex flex-col gap-3">
            {country.lines.slice(0, maxLines).map((line) => (
              <CrisisLineItem key={`${line.name} ${line.call}`} line={line} isFirst={false} newTabProps={newTabProps} />
            ))}
          </ul>
          <p className="mt-3 flex flex-wrap items-center gap-x-2">
            In immediate danger:
            <a href={telephoneUrl(country.emergencyNumber)} className={classNames(linkClass, 'gap-2')}>
              <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
              Emergency {country.emergencyNumber}
            </a>
          </p>
        </div>
      ) : (
        <p className="mt-3">In immediate danger, please call your local emergency number.</p>
      )}
      <ul className="mt-1 flex flex-wrap gap-x-4">
        <li>
          <a href={paths.crisis} {...newTabProps} className={linkClass}>
            {country ? 'All crisis lines' : 'Crisis lines by country'}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
        <li>
          <a href={paths.selfHelpArticle('thoughts-of-suicide')} {...newTabProps} className={linkClass}>
            Getting through the next hour
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-xs text-muted">
          Only you can see this. Your device noticed it; nothing is sent or saved.
        </p>
        <Button variant="secondary" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </aside>
  );
};
