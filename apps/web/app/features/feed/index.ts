export { changeAuthor, hideAuthor, hideFromFeed, returnAuthor, returnToFeed } from './authors.cache.ts';
export { MemberPosts } from './post-list.tsx';
export { memberPostsQuery } from './posts.api.ts';
