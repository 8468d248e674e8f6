export { AuthorSupport, checkSentText, LateSupport } from './author-support.tsx';
