import { blocksQuery, mutesQuery } from '../../features/members/hidden-members.api.ts';
import { HiddenMembersSections } from '../../features/members/hidden-members.tsx';
import { MutedWordsSection } from '../../features/muted-words/muted-words-section.tsx';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchQuery(mutesQuery);
  void queryClient.prefetchQuery(blocksQuery);
});

export default function MutedSettings() {
  return (
    <>
      <MutedWordsSection />
      <HiddenMembersSections />
    </>
  );
}
