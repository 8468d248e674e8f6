import type { CurrentUser } from '@commons/contract/auth';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { HeaderLinks } from './header-links.tsx';
import { HelpLink } from './help-link.tsx';
import { MessagesLink } from './messages-link.tsx';
import { SearchBox } from './search-box.tsx';
import { SectionsMenu } from './sections-menu.tsx';

/** One calm line. */
export function MemberHeader({ viewer }: { viewer: CurrentUser }) {
  const searchInput = useRef<HTMLInputElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const [isSearchUnfolded, setIsSearchUnfolded] = useState(false);
  const foldSearch = () => {
    setIsSearchUnfolded(false);
    // Not there where the box is never folded: the focus then stays in the box.
    searchButton.current?.focus();
  };
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
      <div className="relative mx-auto flex min-h-14 max-w-360 flex-wrap items-center gap-0.5 px-2 xl:flex-nowrap sm:gap-2 sm:px-6 md:min-h-16">
        <Link to={paths.home} className="mr-auto inline-flex shrink-0 rounded-control p-1 xl:mr-2 xl:p-0">
          <Logo className="max-md:[&>span]:sr-only" />
        </Link>
        <HeaderLinks />
        <SearchBox
          inputRef={searchInput}
          isUnfolded={isSearchUnfolded}
          onUnfold={setIsSearchUnfolded}
          onFold={foldSearch}
        />
        <IconButton
          ref={searchButton}
          icon={Search}
          label="Search"
          aria-expanded={isSearchUnfolded}
          className="max-sm:size-10 xl:hidden"
          // The press itself would blur an open box first and fold it, only to unfold it again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsSearchUnfolded(!isSearchUnfolded)}
        />
        <MessagesLink />
        <SectionsMenu />
        <AvatarMenu viewer={viewer} />
        <HelpLink />
      </div>
    </header>
  );
}
