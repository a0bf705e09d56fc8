// Stands in for CUDA's header of the driver, of which emulated programs need nothing: tensor_map.h has the emulator's maps.
#pragma once
