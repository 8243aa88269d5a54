/** The notes of the tone, in Hz, and the length of each, in seconds. */
const NOTES = [660, 880];
const NOTE_SECONDS = 0.14;
const VOLUME = 0.15;

let audio: AudioContext | undefined;

/** Plays two short notes. Browsers stay silent until the user has pressed something on the page. */
export function playAlertTone(): void {
  audio ??= new AudioContext();
  void audio.resume();
  NOTES.forEach((frequency, index) => {
    if (audio) playNote(audio, frequency, audio.currentTime + index * NOTE_SECONDS);
  });
}

function playNote(context: AudioContext, frequency: number, start: number): void {
  const [note, volume] = [context.createOscillator(), context.createGain()];
  note.frequency.value = frequency;
  // A volume that ends abruptly would click.
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
  note.connect(volume).connect(context.destination);
  note.start(start);
  note.stop(start + NOTE_SECONDS);
}
