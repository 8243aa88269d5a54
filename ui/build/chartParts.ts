import type { Plugin } from 'vite';

/**
 * Functions and methods of chart.js that are never called: our charts have no animations and no events, are on an offscreen canvas,
 * have fixed ranges (`src/chart/plainScale.ts`), and draw their axes and labels themselves.
 */
const UNUSED: Readonly<Record<string, string>> = {
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
};

/** A node of a syntax tree. */
interface Body {
  start: number;
  end: number;
}

/**
 * Empties the unused functions and methods of chart.js, so that the bundler drops them and what only they use: a fifth of the library. Fails
 * if one of them no longer exists.
 */
export function chartParts(): Plugin {
  return {
    name: 'chart-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/chart\.js\/dist\/chart\.js$/ },
      handler(code) {
        const unused = new Set(
          Object.entries(UNUSED).flatMap(([owner, names]) =>
            names.split(' ').map((name) => `${owner} ${name}`),
          ),
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
        if (unused.size > 0) this.error(`chart.js no longer has: ${[...unused].join(', ')}`);
        let result = '';
        let end = 0;
        for (const body of bodies.toSorted((a, b) => a.start - b.start)) {
          result += `${code.slice(end, body.start)}{}`;
          end = body.end;
        }
        return { code: result + code.slice(end), map: null };
      },
    },
  };
}
