import { Globe, type LucideIcon, MessageSquareText, Phone } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { type CrisisCountry, type CrisisLine, dialable, telephone } from './crisis-lines.ts';

const wayClass =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-field bg-surface px-4 font-semibold text-ink transition-colors hover:bg-primary-soft';

export function CountryCard({ country }: { country: CrisisCountry }) {
  return (
    <Card as="li" data-crisis-country={country.code}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">{country.name}</h2>
        <a
          href={telephone(country.emergencyNumber)}
          data-emergency=""
          className="-my-2 inline-flex min-h-12 items-center gap-2 font-semibold text-ink underline underline-offset-4"
        >
          <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
          Emergency {country.emergencyNumber}
        </a>
      </div>
      <ul className="mt-3 flex flex-col gap-6">
        {country.lines.map((line, index) => (
          <CrisisLineWays key={line.name} line={line} isFirst={index === 0} />
        ))}
      </ul>
    </Card>
  );
}

type CrisisLineWaysProps = {
  line: CrisisLine;
  isFirst: boolean;
  /** Props for links to other sites, on pages whose content must stay open. */
  opens?: { target: '_blank' };
};

/** A crisis line: name, hours, and ways to contact it. */
export function CrisisLineWays({ line, isFirst, opens }: CrisisLineWaysProps) {
  return (
    <li>
      <p className="font-semibold">{line.name}</p>
      <p className="text-sm text-muted">
        {line.hours} · {line.languages}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {waysOf(line).map(({ icon: Icon, words, href }, index) => (
          <a
            key={href}
            href={href}
            rel={href.startsWith('https:') ? 'noreferrer external' : undefined}
            target={href.startsWith('https:') ? opens?.target : undefined}
            data-first-way={isFirst && index === 0 ? '' : undefined}
            className={wayClass}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {words}
          </a>
        ))}
      </div>
    </li>
  );
}

type Way = { icon: LucideIcon; words: string; href: string };

/** Returns the ways to contact a line, fastest first. */
function waysOf({ call, text, chatUrl }: CrisisLine): Way[] {
  const ways: Way[] = [];
  if (call !== undefined) ways.push({ icon: Phone, words: `Call ${call}`, href: telephone(call) });
  if (text !== undefined) {
    const { to, word } = text;
    ways.push({
      icon: MessageSquareText,
      words: `Text ${word === undefined ? '' : `${word} to `}${to}`,
      href: `sms:${dialable(to)}${word === undefined ? '' : `?body=${encodeURIComponent(word)}`}`,
    });
  }
  if (chatUrl !== undefined) ways.push({ icon: Globe, words: 'Chat online', href: chatUrl });
  return ways;
}
