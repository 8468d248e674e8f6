import { CloudRain, HeartHandshake, Lock, UserRound } from 'lucide-react';
import { paths } from '../../lib/paths.ts';

const guidelines = [
  { icon: HeartHandshake, text: 'Be kind. Ask before you give advice.' },
  { icon: UserRound, text: 'Speak for yourself: what helped you, not what others should do.' },
  { icon: CloudRain, text: 'Hard subjects are welcome. Please don’t describe methods.' },
  { icon: Lock, text: 'What is written here stays here.' },
];

/** The guidelines in four lines, with a link to all of them. */
export function GuidelinesSummary() {
  return (
    <>
      <ul className="flex flex-col gap-4">
        {guidelines.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
            {text}
          </li>
        ))}
      </ul>
      <p>
        <a
          href={paths.guidelines}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-primary underline underline-offset-4"
        >
          Read the full guidelines
        </a>
      </p>
    </>
  );
}
