import { alertChannelsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { DELIVERY_METHODS } from '~/market/deliveryMethods';
import { useStoredText } from '~/state/browserStorage';

/** Every alert also appears in the app. */
const IN_APP = 'in_app';

/**
 * The delivery methods that are set up on the server, besides the app, and those of them that the next alert of the short form uses: at
 * first all, then the ones chosen last.
 */
export function useQuickDelivery() {
  const { data: states = [] } = useQuery(alertChannelsQuery);
  const [stored, store] = useStoredText('quick-delivery');
  const works = (method: string) => states.some(({ channel, available }) => channel === method && available);
  const methods = DELIVERY_METHODS.filter(({ value }) => value !== IN_APP && works(value));
  const names = methods.map(({ value }) => value as string);
  const chosen = stored === '' ? names : names.filter((name) => stored.split(' ').includes(name));
  return {
    methods,
    delivery: [IN_APP, ...chosen],
    isChosen: (method: string) => chosen.includes(method),
    toggle: (method: string) => {
      const next = chosen.includes(method) ? chosen.filter((name) => name !== method) : [...chosen, method];
      store([IN_APP, ...next].join(' '));
    },
  };
}
