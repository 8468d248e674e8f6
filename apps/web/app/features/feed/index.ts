export { hideAuthor, hideFromFeed, refreshPosts } from './hidden-authors.ts';
export { MemberPosts } from './member-posts.tsx';
