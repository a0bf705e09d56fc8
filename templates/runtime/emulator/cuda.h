// Replaces the header of CUDA's driver, which emulated programs do not need: tensor_map.h has the emulator's maps.
#pragma once
