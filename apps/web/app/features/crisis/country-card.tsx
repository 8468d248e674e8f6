import { Globe, MessageSquareText, Phone } from 'lucide-react';
// oxlint-disable-next-line boundaries/imports -- starter content is data of the repository, shared by server and web
import content from '../../../../../content/crisis-lines.json';
import { Card } from '../../ui/card.tsx';

const wayClass =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-field bg-surface px-4 text-sm font-semibold text-ink transition-colors hover:bg-primary-soft';

export function CountryCard({ country }: { country: CrisisCountry }) {
  return (
    <Card as="li" data-crisis-country={country.code}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{country.name}</h2>
        <p className="text-sm text-muted">
          Emergency{' '}
          <a
            href={`tel:${dialable(country.emergencyNumber)}`}
            className="inline-flex min-h-6 min-w-6 items-center font-semibold text-ink underline underline-offset-4"
          >
            {country.emergencyNumber}
          </a>
        </p>
      </div>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {country.lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ line }: { line: CrisisLine }) {
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{line.name}</p>
      <p className="text-sm text-muted">
        {line.hours} · {line.languages}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {line.call !== undefined && (
          <a href={`tel:${dialable(line.call)}`} className={wayClass}>
            <Phone size={18} strokeWidth={1.75} aria-hidden="true" className="text-primary" />
            Call {line.call}
          </a>
        )}
        {line.text !== undefined && (
          <a
            href={`sms:${dialable(line.text.to)}${line.text.word === undefined ? '' : `?body=${encodeURIComponent(line.text.word)}`}`}
            className={wayClass}
          >
            <MessageSquareText size={18} strokeWidth={1.75} aria-hidden="true" className="text-primary" />
            Text {line.text.word === undefined ? '' : `${line.text.word} to `}
            {line.text.to}
          </a>
        )}
        {line.chatUrl !== undefined && (
          <a href={line.chatUrl} rel="noreferrer external" className={wayClass}>
            <Globe size={18} strokeWidth={1.75} aria-hidden="true" className="text-primary" />
            Chat online
          </a>
        )}
      </div>
      <p className="mt-2 text-xs text-muted">
        Source:{' '}
        <a
          href={line.source.url}
          rel="noreferrer external"
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {line.source.name}
        </a>
      </p>
    </li>
  );
}

type CrisisLine = {
  name: string;
  call?: string;
  text?: { to: string; /** What to write first, where the line asks for it. */ word?: string };
  chatUrl?: string;
  hours: string;
  languages: string;
  /** Where the numbers were checked. */
  source: { name: string; url: string };
};

type CrisisCountry = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  emergencyNumber: string;
  lines: CrisisLine[];
};

export const crisisCountries: readonly CrisisCountry[] = content.countries;

/** ISO date on which every line was last checked. */
export const checkedOn: string = content.checkedOn;

/** The digits and leading plus that a phone dials. */
const dialable = (number: string) => number.replace(/[^\d+]/g, '');
