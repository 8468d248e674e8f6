import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { CropArea } from './crop-image.ts';

type PhotoCropperProps = { url: string; onAreaChange: (area: CropArea) => void; onBroken: () => void };

const maxZoom = 4;

/** The part of the picture that becomes the photo: dragged, pinched, or moved with the arrow keys. */
export function PhotoCropper({ url, onAreaChange, onBroken }: PhotoCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const zoomId = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="relative h-[min(20rem,45dvh)] overflow-hidden rounded-control bg-sunk">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, area) => onAreaChange(area)}
          mediaProps={{ alt: 'The picture you chose', onError: onBroken }}
          cropperProps={{
            role: 'group',
            'aria-label': 'The part that becomes your photo. Move the picture with the arrow keys.',
          }}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="text-sm font-semibold">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)} %`}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-6 w-full accent-primary"
        />
      </div>
      <p className="text-xs text-muted">Drag the picture, or move it with the arrow keys.</p>
    </div>
  );
}
