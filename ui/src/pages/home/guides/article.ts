/** A built-in article: sections of plain paragraphs. */
export interface Article {
  sections: { heading: string; paragraphs: string[] }[];
}

/** The number of words, headings included. */
export function wordCount(article: Article): number {
  const texts = article.sections.flatMap((section) => [section.heading, ...section.paragraphs]);
  return texts.join(' ').split(/\s+/).length;
}

export const WORDS_PER_MINUTE = 200;
