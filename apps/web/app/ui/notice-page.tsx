import { BookOpen, LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { Picture, type PictureName } from './empty-state.tsx';

type NoticePageProps = { picture: PictureName; title: string; text: string; action: ReactNode };

/** A page in place of another one: what happened, the next step, and links that also work offline. */
export const NoticePage = ({ picture, title, text, action }: NoticePageProps) => (
  <div className="mx-auto flex min-h-[80dvh] w-full max-w-160 flex-col items-center justify-center px-4 py-8 text-center">
    <Picture name={picture} className="w-full max-w-80 md:max-w-96" />
    <h1 className="mt-6 text-2xl wrap-anywhere md:text-3xl">{title}</h1>
    <p className="mt-4 max-w-[46ch] text-lg text-balance text-muted">{text}</p>
    <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>
    <ul className="mt-12 flex w-full flex-wrap justify-center gap-x-6 border-t border-line pt-4">
      {links.map(({ href, label, icon: Icon }) => (
        <li key={href}>
          <a
            href={href}
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-primary underline underline-offset-4"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {label}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

const links = [
  { href: paths.crisis, label: 'Crisis lines', icon: LifeBuoy },
  { href: paths.selfHelp, label: 'Self-Help Library', icon: BookOpen },
];
