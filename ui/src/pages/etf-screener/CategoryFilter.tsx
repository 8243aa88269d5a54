import { Checkbox } from '@mantine/core';
import type { EtfRow } from '~/api/types';
import { useUrlText } from '~/hooks/useUrlChoice';
import classes from './EtfScreenerPage.module.css';
import { categoriesText, parseCategories } from './filterText';
import { CATEGORIES, type Category } from './screener';

/** SCRN-01: eight categories; none selected means all. */
export function CategoryFilter({ funds }: { funds: readonly EtfRow[] }) {
  const [text, setText] = useUrlText('category');
  const selected = parseCategories(text);
  const toggle = (category: Category) =>
    setText(
      categoriesText(
        selected.includes(category) ? selected.filter((each) => each !== category) : [...selected, category],
      ),
    );
  return (
    <fieldset className={classes.categories}>
      <legend>Category</legend>
      {CATEGORIES.map((category) => (
        <div key={category} className={classes.category}>
          <Checkbox
            label={category}
            checked={selected.includes(category)}
            onChange={() => toggle(category)}
            classNames={{
              root: classes.box ?? '',
              body: classes.boxBody ?? '',
              label: classes.boxLabel ?? '',
            }}
          />
          <span className="num" aria-hidden="true">
            {funds.filter((row) => row.fund?.category === category).length || ''}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
