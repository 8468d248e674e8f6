import type { CurrentUser } from '@commons/contract/auth/schemas';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Step } from './step.tsx';
import { type Reason, reasons } from './steps.tsx';
import { welcomeTextQuery } from './welcome.api.ts';

const openings = [
  'Hello, I am new here. What brought me is ',
  'One small thing that was good today: ',
  'Something that helps me on a hard day is ',
];

type FirstPostProps = { viewer: CurrentUser; chosen: ReadonlySet<Reason> };

/** Offers openings for a first post. The chosen one becomes the composer's draft. */
export function FirstPost({ viewer, chosen }: FirstPostProps) {
  const navigate = useNavigate();
  const welcome = useQuery(welcomeTextQuery).data;
  const key = draftKey(viewer.id, 'post');
  const hasChosen = useRef(false);
  useEffect(
    () => () => {
      if (!hasChosen.current) return;
      // The composer has replaced this screen: places the cursor after the opening.
      const field = document.querySelector<HTMLTextAreaElement>(`form[data-draft="${key}"] textarea`);
      moveFocus(field);
      field?.setSelectionRange(field.value.length, field.value.length);
    },
    [key],
  );
  const startPost = (opening: string) => {
    hasChosen.current = true;
    // Keeps an existing draft.
    if (readDraft(key) === null) writeDraft(key, opening);
    void navigate(paths.home);
  };
  const destinations = reasons.filter(({ name }) => chosen.has(name)).map(({ destination }) => destination);
  return (
    <Step
      picture="door"
      title={viewer.firstName === '' ? 'Good to have you here' : `Good to have you here, ${viewer.firstName}`}
    >
      <div className="text-muted">
        {welcome === undefined || welcome.publishedAt === null ? (
          <p>Read for as long as you like. If you would rather say hello, pick one of these openings.</p>
        ) : (
          <Prose html={welcome.html} />
        )}
        <p className="mt-4">Nothing is shared until you press Share.</p>
      </div>
      <ul className="flex flex-col gap-2">
        {openings.map((opening) => (
          <li key={opening}>
            <button
              type="button"
              onClick={() => startPost(opening)}
              className="flex min-h-12 w-full items-center gap-3 rounded-control border border-line px-4 py-2 text-start transition-colors hover:border-primary hover:bg-primary-soft"
            >
              <Pencil size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
              {opening.replace(/:?\s*$/, '')}…
            </button>
          </li>
        ))}
      </ul>
      {destinations.length > 0 && (
        <div>
          <h2 className="text-lg">Good places to start</h2>
          <ul className="mt-2 flex flex-col">
            {destinations.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline underline-offset-4"
                >
                  {label}
                  <ArrowRight size={20} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Link to={paths.home} className={`${buttonClass('secondary')} self-start`}>
        Just look around
      </Link>
    </Step>
  );
}
