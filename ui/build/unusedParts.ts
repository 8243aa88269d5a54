import type { Plugin } from 'vite';

/** Names separated by spaces: of functions under 'functions', of methods under the name of their class. */
type Names = Readonly<Record<string, string>>;

/** Functions and methods that are never called, by the file of a package. */
const UNUSED: Readonly<Record<string, Names>> = {
  // Our charts have no animations and no events, are on an offscreen canvas, have fixed ranges (`src/chart/plainScale.ts`), and draw
  // their axes and labels themselves.
  '/chart.js/dist/chart.js': {
    functions: '_detectPlatform autoSkip computeCircularBoundary updateStacks',
    Animator: '_notify _refresh _update _getAnims listen add has start running stop remove',
    Animation: 'constructor active update cancel tick wait _notify',
    Animations: 'configure _animateOptions _createAnimations',
    Chart:
      'isPointInArea getElementsAtEventForMode setDatasetVisibility toggleDataVisibility _updateVisibility hide show toBase64Image bindUserEvents bindResponsiveEvents updateHoverStyle getActiveElements setActiveElements _updateHoverStyles _eventHandler _handleEvent _getActiveElements',
    DatasetController:
      'parsePrimitiveData parseArrayData applyStack updateRangeFromParsed getMinMax getAllParsedValues getLabelAndValue getStyle _setStyle removeHoverStyle setHoverStyle _removeDatasetHoverStyle _setDatasetHoverStyle',
    Scale:
      'getMinMax getLabels getLabelItems generateTickLabels calculateLabelRotation _calculatePadding _getLabelSizes _computeLabelSizes getLabelForValue getPixelForTick _tickSize _computeGridLineItems _computeLabelItems _getXAxisLabelAlignment _getYAxisLabelAlignment _computeLabelArea drawBackground getLineWidthForValue drawGrid drawBorder drawLabels drawTitle getMatchingVisibleMetas _resolveTickFontOptions _maxDigits',
  },
  '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js': { functions: 'infiniteQueryBehavior' },
};

/** A node of a syntax tree. */
interface Body {
  start: number;
  end: number;
}

const namesFor = (id: string): Names | undefined =>
  Object.entries(UNUSED).find(([file]) => id.endsWith(file))?.[1];

/**
 * Empties functions and methods of packages that are never called, so that the bundler drops them and what only they use: a fifth of
 * chart.js. The build fails if one of them no longer exists.
 */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    transform(code, id) {
      const names = namesFor(id);
      if (!names) return;
      const unused = new Set(
        Object.entries(names).flatMap(([owner, list]) => list.split(' ').map((name) => `${owner} ${name}`)),
      );
      const bodies: Body[] = [];
      const empty = (name: string, body: Body | null | undefined) => {
        if (body && unused.delete(name)) bodies.push(body);
      };
      for (const node of this.parse(code).body) {
        if (node.type === 'FunctionDeclaration') empty(`functions ${node.id?.name}`, node.body);
        if (node.type !== 'ClassDeclaration') continue;
        for (const member of node.body.body)
          if (member.type === 'MethodDefinition' && member.key.type === 'Identifier')
            empty(`${node.id?.name} ${member.key.name}`, member.value.body);
      }
      if (unused.size > 0) this.error(`${id} no longer has: ${[...unused].join(', ')}`);
      let result = '';
      let end = 0;
      for (const body of bodies.toSorted((a, b) => a.start - b.start)) {
        result += `${code.slice(end, body.start)}{}`;
        end = body.end;
      }
      return { code: result + code.slice(end), map: null };
    },
  };
}
